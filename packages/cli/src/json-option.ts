import {
  isJsonObject,
  type JsonObject,
  type JsonText,
  type JsonValue,
  parseJsonText,
} from '@weftwork/schema';
import { UsageError } from './exit-code';
import { readText } from './graph-file';

/** The value of `--input`: JSON text, or `@file` to read it from. */
export async function readJsonObject(option: string, text: string): Promise<JsonObject> {
  const value = parse(option, text.startsWith('@') ? await readText(text.slice(1)) : text);
  if (!isJsonObject(value)) throw new UsageError(`${option} needs a JSON object, such as '{"topic":"tea"}'.`);
  return value;
}

export async function readJsonFile(option: string, file: string): Promise<JsonValue> {
  return parse(option, await readText(file));
}

function parse(option: string, text: string): JsonValue {
  const { value, duplicates, unsafeIntegers } = read(option, text);
  const [issue] = [...duplicates, ...unsafeIntegers];
  if (issue) throw new UsageError(`${option}: ${issue.code} ${issue.path}: ${issue.message}`);
  return value;
}

function read(option: string, text: string): JsonText {
  try {
    return parseJsonText(text);
  } catch (cause) {
    throw new UsageError(`${option}: ${(cause as Error).message}`, { cause });
  }
}
