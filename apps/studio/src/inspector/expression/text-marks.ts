import {
  isTemplate,
  nearName,
  parseCondition,
  parseTemplate,
  pathStep,
  type Reference,
  referencesOf,
} from '@weftwork/expressions';
import { isCodedError } from '@weftwork/schema';

/** What an expression is held against while it is edited. */
export interface Surroundings {
  readonly nodes: ReadonlySet<string>;
  readonly readable: ReadonlySet<string>;
  /** The names of the inputs, where the schema lists them. */
  readonly inputs: readonly string[];
  /** The fields a node is known to give; undefined where that cannot be known. */
  readonly fieldsOf: (nodeId: string) => readonly string[] | undefined;
  readonly skippable: (nodeId: string) => boolean;
}

export type MarkReason =
  | 'unreadable'
  | 'unknownNode'
  | 'notBefore'
  | 'unknownInput'
  | 'unknownField'
  | 'mayBeSkipped';

/** Something to say about a part of a text; `fix` is what would mend it. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly reason: MarkReason;
  readonly severity: 'error' | 'warning' | 'note';
  /** What it is about: the id, the name or the path. */
  readonly name: string;
  readonly code?: string;
  readonly message?: string;
  readonly fix?: { readonly text: string; readonly put: string };
}

export interface MarkedText {
  /** The expressions in a text, with their braces. */
  readonly holes: readonly { readonly from: number; readonly to: number }[];
  readonly marks: readonly Mark[];
}

/** Reads a text as the runtime does, and says what is wrong or worth knowing, with a suggestion where there is one. */
export function markText(text: string, bare: boolean, around: Surroundings): MarkedText {
  if (text.trim() === '' || (!bare && !isTemplate(text))) return { holes: [], marks: [] };
  try {
    const condition = bare ? parseCondition(text) : undefined;
    const offset = condition?.kind === 'expression' ? condition.offset : 0;
    const source = condition?.kind === 'expression' ? condition.expression : parseTemplate(text);
    const marks = referencesOf(source).flatMap((reference) => {
      const from = reference.position + offset;
      return markReference({ ...reference, position: from, end: reference.end + offset }, around) ?? [];
    });
    return { holes: bare ? [] : holesIn(text), marks };
  } catch (error) {
    if (!isCodedError(error)) throw error;
    const { position } = error.extra;
    const from = typeof position === 'number' ? Math.min(position, Math.max(0, text.length - 1)) : 0;
    const word = /^[\p{L}\p{N}_$.-]+|^[\s\S]/u.exec(text.slice(from))?.[0] ?? '';
    const { code, message } = error;
    const to = from + Math.max(1, word.length);
    return {
      holes: [],
      marks: [{ from, to, reason: 'unreadable', severity: 'error', name: word, code, message }],
    };
  }
}

function holesIn(text: string): { from: number; to: number }[] {
  const { parts } = parseTemplate(text);
  const holes: { from: number; to: number }[] = [];
  let at = 0;
  parts.forEach((part, index) => {
    if (typeof part === 'string') {
      at += part.length;
      return;
    }
    // A hole ends where the next text begins; between two holes, where the next braces open.
    const next = parts[index + 1];
    const end =
      next === undefined
        ? text.length
        : typeof next === 'string'
          ? text.indexOf(next, text.indexOf('}}', part.offset + part.expression.text.length))
          : text.lastIndexOf('{{', next.offset);
    holes.push({ from: at, to: end });
    at = end;
  });
  return holes;
}

function markReference(reference: Reference, around: Surroundings): Mark | undefined {
  const { root, nodeId, path, optional, position: from, end: to } = reference;
  const steps = (all: readonly (string | number)[]) => all.map(pathStep).join('');
  if (root === 'inputs') {
    const [first, ...rest] = path;
    if (
      typeof first !== 'string' ||
      optional ||
      around.inputs.length === 0 ||
      around.inputs.includes(first)
    ) {
      return undefined;
    }
    const near = nearName(first, around.inputs);
    const fix = near === undefined ? {} : { fix: putting(`inputs${pathStep(near)}${steps(rest)}`) };
    return { from, to, reason: 'unknownInput', severity: 'warning', name: first, ...fix };
  }
  if (nodeId === undefined) return undefined;
  const written = (id: string, all = path) => `nodes${pathStep(id)}.data${steps(all)}`;
  if (!around.nodes.has(nodeId)) {
    const near = nearName(nodeId, around.readable) ?? nearName(nodeId, around.nodes);
    const fix = near === undefined ? {} : { fix: putting(written(near)) };
    const code = 'REFERENCE_UNKNOWN_NODE';
    return { from, to, reason: 'unknownNode', severity: 'error', name: nodeId, code, ...fix };
  }
  if (!around.readable.has(nodeId)) {
    return { from, to, reason: 'notBefore', severity: 'error', name: nodeId, code: 'REFERENCE_NOT_UPSTREAM' };
  }
  const [first, ...rest] = path;
  const fields = around.fieldsOf(nodeId);
  if (typeof first === 'string' && fields && !optional && !fields.includes(first)) {
    const near = nearName(first, fields);
    const fix = near === undefined ? {} : { fix: putting(written(nodeId, [near, ...rest])) };
    return { from, to, reason: 'unknownField', severity: 'warning', name: first, ...fix };
  }
  if (!optional && around.skippable(nodeId)) {
    const code = 'REFERENCE_MAY_BE_SKIPPED';
    const fix = { text: '??', put: `${written(nodeId)} ?? null` };
    return { from, to, reason: 'mayBeSkipped', severity: 'note', name: nodeId, code, fix };
  }
  return undefined;
}

const putting = (put: string) => ({ text: put, put });

/** The text with a suggestion taken. */
export function takeFix(text: string, { from, to, fix }: Mark): string {
  return fix ? text.slice(0, from) + fix.put + text.slice(to) : text;
}
