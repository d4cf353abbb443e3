import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import { compileExpression } from './compile-expression';
import { assertNameAllowed } from './names';
import { toText } from './operators';
import { isTemplate, parseTemplate, type Template } from './parse-template';
import type { Evaluate } from './scope';

/** A reference to a secret: left untouched here and resolved at execution. */
export interface SecretReference {
  readonly $secret: string;
}

export function isSecretReference(value: unknown): value is SecretReference {
  return isJsonObject(value) && typeof value.$secret === 'string' && Object.keys(value).length === 1;
}

/** A template as a function: the value itself when it is exactly one `{{ … }}`, text otherwise. */
export function compileTemplate(template: Template, optional = false): Evaluate {
  if (template.whole) return compileExpression(template.whole.expression, optional);
  const parts = template.parts.map((part) =>
    typeof part === 'string' ? part : compileExpression(part.expression),
  );
  return (scope) => {
    let text = '';
    for (const part of parts) text += typeof part === 'string' ? part : toText(part(scope));
    return text;
  };
}

/**
 * A JSON value whose strings may hold `{{ … }}`, as a function. What holds none is made once, frozen and
 * returned again and again, so results are to be read, not changed.
 */
export function compileTemplateValue(value: JsonValue): Evaluate {
  const evaluate = compileDynamic(value);
  if (evaluate) return evaluate;
  const fixed = freezeCopy(value);
  return () => fixed;
}

/** Undefined when there is nothing to evaluate. */
function compileDynamic(value: JsonValue): Evaluate | undefined {
  if (typeof value === 'string') return isTemplate(value) ? compileTemplate(parseTemplate(value)) : undefined;
  if (typeof value !== 'object' || value === null || isSecretReference(value)) return undefined;
  if (Array.isArray(value)) {
    const items = compileMembers(value);
    return items && ((scope) => items.map((item) => item(scope)));
  }
  const keys = Object.keys(value);
  for (const key of keys) if (key === '__proto__') assertNameAllowed(key);
  const members = compileMembers(keys.map((key) => value[key]!));
  if (!members) return undefined;
  const [onlyKey, onlyMember] = [keys[0]!, members[0]!];
  if (keys.length === 1) return (scope) => ({ [onlyKey]: onlyMember(scope) });
  return (scope) => {
    const made: JsonObject = {};
    for (let index = 0; index < keys.length; index++) made[keys[index]!] = members[index]!(scope);
    return made;
  };
}

/** The members as functions, or undefined when none of them has anything to evaluate. */
function compileMembers(values: readonly JsonValue[]): Evaluate[] | undefined {
  let dynamic = false;
  const members = values.map((value) => {
    const evaluate = compileDynamic(value);
    if (evaluate) {
      dynamic = true;
      return evaluate;
    }
    const fixed = freezeCopy(value);
    return () => fixed;
  });
  return dynamic ? members : undefined;
}

function freezeCopy(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(freezeCopy)) as JsonValue[];
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) {
    if (key === '__proto__') assertNameAllowed(key);
    copy[key] = freezeCopy(value[key]!);
  }
  return Object.freeze(copy);
}
