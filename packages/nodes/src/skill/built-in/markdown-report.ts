import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import type { Skill } from '../skill-registry';
import { artifactSchema, saveText } from './save-text';
import { textStatistics } from './text-statistics';

interface Section {
  readonly title: string;
  readonly body: string;
}

export interface Report {
  readonly title: string;
  readonly subtitle?: string;
  readonly summary?: string;
  readonly sections: readonly Section[];
  /** Sections that stand behind the others and are not counted. */
  readonly appendix?: readonly Section[];
  readonly tableOfContents?: boolean;
}

/** One Markdown document from a title and sections. */
export function renderReport(report: Report): string {
  const parts = [`# ${oneLine(report.title)}`];
  if (report.subtitle) parts.push(`*${oneLine(report.subtitle)}*`);
  if (report.summary) parts.push(quote(report.summary));
  if (report.tableOfContents) {
    parts.push(report.sections.map(({ title }, index) => `${index + 1}. ${oneLine(title)}`).join('\n'));
  }
  for (const { title, body } of [...report.sections, ...(report.appendix ?? [])])
    parts.push(`## ${oneLine(title)}`, body.trim());
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function quote(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** A loop with `onItemError: "continue"` leaves null in the place of a section that failed. */
function sectionsOf(value: JsonValue | undefined): Section[] {
  return ((value ?? []) as JsonValue[]).filter(isJsonObject).map(({ title, body }) => ({
    title: title as string,
    body: body as string,
  }));
}

const text = { type: 'string' };
const sectionList = {
  type: 'array',
  items: { type: ['object', 'null'], properties: { title: text, body: text }, required: ['title', 'body'] },
};

export const markdownReportSkill: Skill = {
  name: 'text.render_markdown_report',
  version: '1.0.0',
  effectClass: 'replayable',
  description: 'Joins a title and sections into one Markdown report and keeps it as a file.',
  inputSchema: {
    type: 'object',
    properties: {
      title: { type: 'string', minLength: 1 },
      subtitle: text,
      summary: text,
      sections: sectionList,
      appendix: sectionList,
      tableOfContents: { type: 'boolean' },
      fileName: text,
    },
    required: ['title', 'sections'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      markdown: text,
      sectionCount: { type: 'integer' },
      words: { type: 'integer' },
      file: artifactSchema,
    },
    required: ['markdown', 'sectionCount', 'words', 'file'],
  },
  async execute(input, ctx) {
    const sections = sectionsOf(input.sections);
    const report = { ...(input as unknown as Report), sections, appendix: sectionsOf(input.appendix) };
    const markdown = renderReport(report);
    const name = typeof input.fileName === 'string' ? input.fileName : report.title;
    const file = await saveText(ctx, { name, extension: 'md', mimeType: 'text/markdown', text: markdown });
    const words = textStatistics(sections.map(({ body }) => body).join('\n\n')).words;
    const data: JsonObject = { markdown, sectionCount: sections.length, words, file: { ...file } };
    return { data, artifacts: [file] };
  },
};
