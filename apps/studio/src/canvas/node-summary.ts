import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NodeType,
  type WorkflowNode,
} from '@weftwork/schema';

/** One line about a node: text as it is configured (in code letters), or words of the catalogue. */
export type Summary =
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'words';
      readonly key: SummaryKey;
      readonly values?: Readonly<Record<string, string | number>>;
    };

export type SummaryKey =
  | 'fields'
  | 'noFields'
  | 'mergeAll'
  | 'mergeAny'
  | 'code'
  | 'approval'
  | 'form'
  | 'signal'
  | 'noUrl'
  | 'noSql'
  | 'noSkill'
  | 'noWorkflow'
  | 'unknownType';

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value.trim() : '');
const code = (value: string): Summary => ({ kind: 'code', text: value });
const words = (key: SummaryKey, values?: Readonly<Record<string, string | number>>): Summary =>
  values ? { kind: 'words', key, values } : { kind: 'words', key };
const plain = (value: string): Summary => ({ kind: 'text', text: value });

function fields(config: JsonObject): Summary {
  const names = isJsonObject(config.value) ? Object.keys(config.value) : [];
  if (names.length === 0) return words('noFields');
  return names.length <= 3 ? code(names.join(', ')) : words('fields', { count: names.length });
}

const SUMMARIES: Readonly<Record<NodeType, (config: JsonObject) => Summary | undefined>> = {
  start: () => undefined,
  output: fields,
  transform: fields,
  condition: () => undefined,
  loop: () => undefined,
  merge: (config) => words(config.mode === 'any' ? 'mergeAny' : 'mergeAll'),
  human_input: (config) => {
    const message = text(config.message);
    if (message) return plain(message);
    return words(config.mode === 'form' ? 'form' : config.mode === 'signal' ? 'signal' : 'approval');
  },
  subworkflow: (config) => {
    const id = text(config.workflowId);
    return id ? code(id) : words('noWorkflow');
  },
  http: (config) => {
    const url = text(config.url);
    return url ? code(`${text(config.method) || 'GET'} ${url.replace(/^https?:\/\//, '')}`) : words('noUrl');
  },
  sql_read: (config) => {
    const sql = text(config.sql).replace(/\s+/g, ' ');
    return sql ? code(sql) : words('noSql');
  },
  code: (config) =>
    words('code', {
      language: config.language === 'typescript' ? 'TypeScript' : 'JavaScript',
      lines: text(config.source).split('\n').length,
    }),
  skill: (config) => {
    const skill = text(config.skill);
    return skill ? code(skill) : words('noSkill');
  },
  agent: (config) => {
    const model = text(config.model) || text(config.provider);
    return plain(model ? `${model} · ${text(config.prompt)}` : text(config.prompt));
  },
};

/** The summary line of a card; undefined where the card says it in rows or needs none. */
export function summaryOf(node: WorkflowNode): Summary | undefined {
  if (!Object.hasOwn(SUMMARIES, node.type)) return words('unknownType', { type: node.type });
  return SUMMARIES[node.type](node.config);
}

/** A condition as one line: its text, or its tree in signs. */
export function conditionText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return '';
  for (const [kind, sign] of [
    ['all', ' && '],
    ['any', ' || '],
  ] as const) {
    const members = value[kind];
    if (Array.isArray(members)) return members.map(conditionText).join(sign);
  }
  if (value.not !== undefined) return `!(${conditionText(value.not)})`;
  const op = String(value.op ?? '');
  const sign = SIGNS[op] ?? op.replaceAll('_', ' ');
  const right =
    op.startsWith('is_') || op === 'not_null' || op === 'not_empty' ? '' : ` ${side(value.right)}`;
  return `${side(value.left)} ${sign}${right}`;
}

const SIGNS: Readonly<Record<string, string>> = { eq: '=', ne: '≠', gt: '>', gte: '≥', lt: '<', lte: '≤' };

function side(value: JsonValue | undefined): string {
  if (typeof value !== 'string') return value === undefined ? '' : JSON.stringify(value);
  const hole = /^\{\{\s*([\s\S]*?)\s*\}\}$/.exec(value);
  return hole ? shortPath(hole[1]!) : JSON.stringify(value);
}

/** `nodes.a.data.x` as `a.x`: on a card there is no room for more. */
export function shortPath(path: string): string {
  return path.replace(/\bnodes\.([\p{L}\p{N}_$]+)\.data\b/gu, '$1').replace(/\binputs\./g, '');
}

/** What a loop goes over, as text for its header. */
export function loopSource(config: JsonObject): string {
  const over = typeof config.over === 'string' ? config.over : 'items';
  if (over === 'while') return shortPath(conditionText(config.while));
  const value = config[over];
  if (typeof value === 'string') return shortPath(value.replace(/^\{\{\s*|\s*\}\}$/g, ''));
  return value === undefined ? '' : JSON.stringify(value);
}
