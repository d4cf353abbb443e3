import * as prompts from '@clack/prompts';
import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import type { Gate } from '@weftwork/sdk';
import type { Answer } from './answers';

/** Asks the person at the terminal for the answer to a gate; its question stands above. Undefined when they leave with Ctrl-C. */
export async function askGate(gate: Gate): Promise<Answer | undefined> {
  return gate.mode === 'approval' ? askApproval() : askForm(gate.schema ?? {});
}

async function askApproval(): Promise<Answer | undefined> {
  const decision = await prompts.text({
    message: 'Approve? (y/n)',
    validate: (value = '') =>
      decisionOf(value) === undefined ? 'Type y to approve or n to reject.' : undefined,
  });
  if (prompts.isCancel(decision)) return undefined;
  const reason = await prompts.text({ message: 'Comment (may stay empty)', defaultValue: '' });
  if (prompts.isCancel(reason)) return undefined;
  return { kind: decisionOf(decision) ?? 'reject', ...(reason === '' ? {} : { reason }) };
}

function decisionOf(typed: string): 'approve' | 'reject' | undefined {
  const word = typed.trim().toLowerCase();
  if (['y', 'yes', 'approve'].includes(word)) return 'approve';
  return ['n', 'no', 'reject'].includes(word) ? 'reject' : undefined;
}

async function askForm(schema: JsonObject): Promise<Answer | undefined> {
  const properties = isJsonObject(schema.properties) ? schema.properties : undefined;
  if (properties === undefined) {
    const value = await askValue('Answer', schema, true);
    return value === CANCELLED ? undefined : { kind: 'input', data: value ?? null };
  }
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const data: JsonObject = {};
  for (const name of fieldOrder(schema, properties)) {
    const field = isJsonObject(properties[name]) ? properties[name] : {};
    const value = await askValue(fieldLabel(name, field), field, required.has(name));
    if (value === CANCELLED) return undefined;
    if (value !== undefined) data[name] = value;
  }
  return { kind: 'input', data };
}

const CANCELLED = Symbol('cancelled');

/** Keys of an object are sorted when a graph is normalised; the order that people see stands in `x-order`. */
function fieldOrder(schema: JsonObject, properties: JsonObject): string[] {
  const names = Object.keys(properties);
  const order = Array.isArray(schema['x-order']) ? schema['x-order'].map(String) : [];
  const known = order.filter((name) => names.includes(name));
  return [...known, ...names.filter((name) => !known.includes(name))];
}

function fieldLabel(name: string, field: JsonObject): string {
  const title = typeof field.title === 'string' ? field.title : name;
  return typeof field.description === 'string' ? `${title}: ${field.description}` : title;
}

/** Undefined for a field that is left out. The service checks the whole answer. */
async function askValue(
  message: string,
  schema: JsonObject,
  required: boolean,
): Promise<JsonValue | undefined | typeof CANCELLED> {
  if (Array.isArray(schema.enum)) {
    const options = schema.enum.map((value, index) => ({ value: index, label: text(value) }));
    if (!required) options.push({ value: -1, label: '(leave out)' });
    const chosen = await prompts.select({ message, options });
    return prompts.isCancel(chosen) ? CANCELLED : schema.enum[chosen];
  }
  if (schema.type === 'boolean') {
    const value = await prompts.confirm({ message, initialValue: schema.default === true });
    return prompts.isCancel(value) ? CANCELLED : value;
  }
  const entered = await prompts.text({
    message: isText(schema) ? message : `${message} (JSON)`,
    ...(schema.default === undefined
      ? {}
      : { initialValue: isText(schema) ? text(schema.default) : JSON.stringify(schema.default) }),
    validate: (value = '') => problemOf(value, schema, required),
  });
  if (prompts.isCancel(entered)) return CANCELLED;
  if (entered === '' && !required) return undefined;
  return isText(schema) ? entered : (JSON.parse(entered) as JsonValue);
}

function problemOf(value: string, schema: JsonObject, required: boolean): string | undefined {
  if (value === '') return required ? 'An answer is needed.' : undefined;
  if (isText(schema)) return undefined;
  try {
    JSON.parse(value);
    return undefined;
  } catch {
    return schema.type === 'number' || schema.type === 'integer'
      ? 'A number is needed.'
      : 'This is not JSON.';
  }
}

function isText(schema: JsonObject): boolean {
  return schema.type === 'string';
}

/** Asks how a call of unknown outcome ended. */
export async function askSettlement(nodeId: string): Promise<Answer | undefined> {
  const outcome = await prompts.select({
    message: `Nobody knows whether the call of "${nodeId}" arrived. How did it end?`,
    options: [
      { value: 'done', label: 'It was done' },
      { value: 'failed', label: 'It failed' },
      { value: 'again', label: 'Do it again' },
    ],
  });
  if (prompts.isCancel(outcome)) return undefined;
  if (outcome !== 'done') return { kind: 'settle', outcome: outcome as 'failed' | 'again' };
  const data = await askValue('Its output', { type: 'object', default: {} }, true);
  if (data === CANCELLED) return undefined;
  return { kind: 'settle', outcome: 'done', ...(isJsonObject(data) ? { data } : {}) };
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2);
}
