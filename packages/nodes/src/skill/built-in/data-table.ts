import type { JsonObject } from '@weftwork/schema';
import type { Skill } from '../skill-registry';
import { toDecimal } from './decimal';
import { artifactSchema, saveText } from './save-text';
import { AGGREGATES, type Aggregate, cellText, groupRows, sortRows } from './table-rows';

interface Column {
  readonly key: string;
  readonly label: string;
}

/** A GitHub-flavoured Markdown table; columns of numbers stand to the right. */
export function markdownTable(columns: readonly Column[], rows: readonly JsonObject[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const isNumeric = ({ key }: Column) =>
    rows.length > 0 && rows.every((row) => row[key] === null || toDecimal(row[key]) !== undefined);
  return [
    line(columns.map(({ label }) => markdownCell(label))),
    line(columns.map((column) => (isNumeric(column) ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map(({ key }) => markdownCell(cellText(row[key]))))),
  ].join('\n');
}

function markdownCell(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\r?\n/g, '<br>');
}

/** RFC 4180, with the mark that makes spreadsheets read UTF-8. */
export function csvTable(columns: readonly Column[], rows: readonly JsonObject[]): string {
  const lines = [
    columns.map(({ label }) => csvCell(label)),
    ...rows.map((row) => columns.map(({ key }) => csvCell(cellText(row[key])))),
  ];
  return `\uFEFF${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}

/** Text that a spreadsheet would run as a formula gets an apostrophe before it; numbers stay as they are. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && toDecimal(text) === undefined ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function columnsOf(input: JsonObject, rows: readonly JsonObject[]): Column[] {
  if (Array.isArray(input.columns)) {
    return input.columns.map((column) =>
      typeof column === 'string' ? { key: column, label: column } : (column as unknown as Column),
    );
  }
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].map((key) => ({ key, label: key }));
}

function tableRows(input: JsonObject): JsonObject[] {
  let rows = input.rows as JsonObject[];
  if (input.groupBy !== undefined || input.aggregate !== undefined) {
    rows = groupRows(
      rows,
      (input.groupBy ?? []) as string[],
      (input.aggregate ?? []) as unknown as Aggregate[],
    );
  }
  if (typeof input.sortBy === 'string') rows = sortRows(rows, input.sortBy, input.descending === true);
  return typeof input.limit === 'number' ? rows.slice(0, input.limit) : rows;
}

const text = { type: 'string' };

export const dataTableSkill: Skill = {
  name: 'data.table',
  version: '1.0.0',
  effectClass: 'replayable',
  description: 'Groups, sums and sorts rows and writes them as a Markdown or CSV table, kept as a file.',
  inputSchema: {
    type: 'object',
    properties: {
      rows: { type: 'array', items: { type: 'object' } },
      columns: {
        type: 'array',
        items: {
          anyOf: [
            text,
            { type: 'object', properties: { key: text, label: text }, required: ['key', 'label'] },
          ],
        },
      },
      groupBy: { type: 'array', items: text },
      aggregate: {
        type: 'array',
        items: {
          type: 'object',
          properties: { column: text, function: { enum: [...AGGREGATES] }, as: text },
          required: ['column', 'function'],
          additionalProperties: false,
        },
      },
      sortBy: text,
      descending: { type: 'boolean' },
      limit: { type: 'integer', minimum: 0 },
      format: { enum: ['markdown', 'csv'] },
      title: text,
      fileName: text,
    },
    required: ['rows'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      text,
      rows: { type: 'array', items: { type: 'object' } },
      rowCount: { type: 'integer' },
      file: artifactSchema,
    },
    required: ['text', 'rows', 'rowCount', 'file'],
  },
  async execute(input, ctx) {
    const rows = tableRows(input);
    const columns = columnsOf(input, rows);
    const csv = input.format === 'csv';
    const title = typeof input.title === 'string' ? input.title : '';
    const table = csv ? csvTable(columns, rows) : markdownTable(columns, rows);
    const file = await saveText(ctx, {
      name: typeof input.fileName === 'string' ? input.fileName : title || 'table',
      extension: csv ? 'csv' : 'md',
      mimeType: csv ? 'text/csv' : 'text/markdown',
      text: csv || title === '' ? table : `# ${title}\n\n${table}\n`,
    });
    return { data: { text: table, rows, rowCount: rows.length, file: { ...file } }, artifacts: [file] };
  },
};
