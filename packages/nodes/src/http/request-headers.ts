import { NodeError } from '@weftwork/runtime';
import { isJsonObject, type JsonValue, jsonPointer } from '@weftwork/schema';
import { fieldsOf, scalarText } from './http-config';

export interface RequestHeaders {
  /** By lower-case name. */
  readonly values: Record<string, string>;
  /** Names whose values came from a secret; they never leave the origin they were meant for. */
  readonly secretNames: ReadonlySet<string>;
  readonly secrets: readonly string[];
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** What HTTP/1.1 can carry in a field: no control characters but the tab, nothing beyond Latin-1. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const COOKIE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

/** Fields that frame the message or belong to the connection: they are not for a workflow to set. */
const RESERVED = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The header fields of a request, checked so that no value can add a field of its own. */
export function requestHeaders(
  headers: JsonValue | undefined,
  cookies: JsonValue | undefined,
  secret: (name: string, field: string) => string,
): RequestHeaders {
  const values: Record<string, string> = {};
  const secretNames = new Set<string>();
  const secrets: string[] = [];

  const resolve = (value: JsonValue, header: string, field: string): string | undefined => {
    const name = secretName(value);
    if (name === undefined) return scalarText(value);
    secretNames.add(header);
    const text = secret(name, field);
    secrets.push(text);
    return text;
  };

  for (const [name, value] of fieldsOf(headers, 'headers', 'HTTP_HEADER_INVALID')) {
    const key = name.toLowerCase();
    const field = fieldOf('headers', name);
    if (!TOKEN.test(name)) throw invalid(`"${printable(name)}" is not a header name.`, field);
    if (RESERVED.has(key)) throw invalid(`The header ${name} is set by the connection itself.`, field);
    const text = (Array.isArray(value) ? value : [value])
      .map((item) => resolve(item, key, field))
      .filter((item) => item !== undefined)
      .join(', ');
    if (text === '' && value === null) continue;
    if (!FIELD_VALUE.test(text)) {
      throw invalid(
        `The header ${name} holds a line break or a character that a header cannot carry.`,
        field,
      );
    }
    values[key] = text;
  }

  const pairs: string[] = [];
  for (const [name, value] of fieldsOf(cookies, 'cookies', 'HTTP_HEADER_INVALID')) {
    const field = fieldOf('cookies', name);
    if (!TOKEN.test(name)) throw invalid(`"${printable(name)}" is not a cookie name.`, field);
    const text = resolve(value, 'cookie', field);
    if (text === undefined) continue;
    pairs.push(`${name}=${COOKIE_VALUE.test(text) ? text : encodeURIComponent(text.toWellFormed())}`);
  }
  if (pairs.length > 0) {
    values.cookie = [...(values.cookie === undefined ? [] : [values.cookie]), ...pairs].join('; ');
  }
  return { values, secretNames, secrets };
}

function secretName(value: JsonValue): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const name = value.$secret;
  return typeof name === 'string' && Object.keys(value).length === 1 ? name : undefined;
}

function printable(text: string): string {
  return JSON.stringify(text.slice(0, 100)).slice(1, -1);
}

const fieldOf = (list: 'headers' | 'cookies', name: string) => jsonPointer(['config', list, name]);

function invalid(message: string, field: string): NodeError {
  return new NodeError('HTTP_HEADER_INVALID', message, { outcome: 'notSent', field });
}
