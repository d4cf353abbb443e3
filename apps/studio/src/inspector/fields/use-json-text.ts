'use client';

import { canonicalJson, type JsonValue } from '@weftwork/schema';
import { useEffect, useState } from 'react';

export interface JsonTextState {
  readonly text: string;
  readonly isJson: boolean;
  readonly setText: (text: string) => void;
}

/** A value and its text while that is typed: the text is kept as it is, and the value follows whenever it is JSON. */
export function useJsonText(
  value: JsonValue | undefined,
  onChange: (value: JsonValue | undefined) => void,
): JsonTextState {
  const [text, setText] = useState(() => pretty(value));
  // Undo and other editors change the value from outside; what is typed here keeps its own blanks.
  useEffect(() => {
    setText((now) => (same(parse(now), value) ? now : pretty(value)));
  }, [value]);
  return {
    text,
    isJson: parse(text) !== NOT_JSON,
    setText(next) {
      setText(next);
      const parsed = parse(next);
      if (parsed !== NOT_JSON) onChange(parsed);
    },
  };
}

const NOT_JSON = Symbol('not JSON');

function parse(text: string): JsonValue | undefined | typeof NOT_JSON {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return NOT_JSON;
  }
}

function same(a: ReturnType<typeof parse>, b: JsonValue | undefined): boolean {
  if (a === NOT_JSON) return false;
  if (a === undefined || b === undefined) return a === b;
  return canonicalJson(a) === canonicalJson(b);
}

const pretty = (value: JsonValue | undefined) => (value === undefined ? '' : JSON.stringify(value, null, 2));
