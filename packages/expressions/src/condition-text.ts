import { CodedError, isJsonObject, type JsonValue, jsonPointer } from '@weftwork/schema';
import { type Condition, parseCondition } from './condition';
import { quoteText } from './names';
import { isTemplate, parseTemplate } from './parse-template';
import { isSecretReference } from './template-value';
import { writeExpression } from './write-expression';

const SIGNS = { eq: '==', ne: '!=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/**
 * A condition as one expression text that decides the same. Throws what `parseCondition` throws, and
 * `EXPRESSION_TYPE_MISMATCH` for a secret, which no expression can hold.
 *
 * ```ts
 * conditionToText({ all: [{ left: '{{ inputs.n }}', op: 'gt', right: 3 }, 'inputs.ok'] }); // 'inputs.n > 3 && inputs.ok'
 * ```
 */
export function conditionToText(value: JsonValue): string {
  return typeof value === 'string' ? value : writeCondition(parseCondition(value));
}

function writeCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'expression':
      return writeExpression(condition.expression.root);
    case 'not':
      return `!${grouped(condition.member, true)}`;
    case 'all':
    case 'any': {
      const sign = condition.kind === 'all' ? ' && ' : ' || ';
      const [only] = condition.members;
      if (!only) return String(condition.kind === 'all');
      if (condition.members.length === 1) return writeCondition(only);
      return condition.members.map((member) => grouped(member, false)).join(sign);
    }
    case 'compare':
      return writeComparison(condition);
  }
}

/** In parentheses where what stands around it would tear it apart; groups within groups have them in any case. */
function grouped(condition: Condition, tight: boolean): string {
  const { kind } = condition;
  if ((kind === 'all' || kind === 'any') && condition.members.length === 1) {
    return grouped(condition.members[0]!, tight);
  }
  const text = writeCondition(condition);
  return isLoose(condition, tight) ? `(${text})` : text;
}

function isLoose(condition: Condition, tight: boolean): boolean {
  switch (condition.kind) {
    case 'not':
      return false;
    case 'compare':
      return tight && !/contains|_empty/.test(condition.operator);
    case 'expression': {
      const { root } = condition.expression;
      return root.kind === 'binary' && (tight || ['??', '||', '&&'].includes(root.operator));
    }
    default:
      return condition.members.length > 0;
  }
}

function writeComparison({
  operator,
  left,
  right,
  pointer,
}: Extract<Condition, { kind: 'compare' }>): string {
  const at = (side: string) => `${pointer}/${side}`;
  const a = () => writeSide(left, at('left'));
  switch (operator) {
    case 'contains':
      return `contains(${a()}, ${writeSide(right, at('right'))})`;
    case 'not_contains':
      return `!contains(${a()}, ${writeSide(right, at('right'))})`;
    case 'is_null':
      return `${a()} == null`;
    case 'not_null':
      return `${a()} != null`;
    case 'is_empty':
      return `isEmpty(${a()})`;
    case 'not_empty':
      return `!isEmpty(${a()})`;
    default:
      return `${a()} ${SIGNS[operator]} ${writeSide(right, at('right'))}`;
  }
}

/** One side, so that it can stand beside any operator. */
function writeSide(value: JsonValue, pointer: string): string {
  if (typeof value === 'string' && isTemplate(value)) {
    const { whole, parts } = parseTemplate(value);
    // Texts around the braces make it text, as joining does.
    if (!whole) return `join([${parts.map(writePart).join(', ')}], "")`;
    const { root } = whole.expression;
    // Beside "==" a bare null would also forgive a missing field on the other side, which these braces do not.
    if (root.kind === 'literal' && root.value === null) return 'coalesce(null)';
    return root.kind === 'binary' ? `(${writeExpression(root)})` : writeExpression(root);
  }
  return writeValue(value, pointer);
}

const writePart = (part: ReturnType<typeof parseTemplate>['parts'][number]) =>
  typeof part === 'string' ? quoteText(part) : writeExpression(part.expression.root);

function writeValue(value: JsonValue, pointer: string): string {
  if (typeof value === 'string') return isTemplate(value) ? writeSide(value, pointer) : quoteText(value);
  if (isSecretReference(value)) {
    throw new CodedError('EXPRESSION_TYPE_MISMATCH', 'A secret cannot stand in an expression.', {
      extra: { pointer },
    });
  }
  if (Array.isArray(value)) {
    return `[${value.map((item, index) => writeValue(item, pointer + jsonPointer([index]))).join(', ')}]`;
  }
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(
      ([key, member]) => `${quoteText(key)}: ${writeValue(member, pointer + jsonPointer([key]))}`,
    );
    return `{${members.join(', ')}}`;
  }
  return JSON.stringify(value);
}
