'use client';

import { canonicalJson, type JsonValue } from '@weftwork/schema';
import { useLayoutEffect, useState } from 'react';
import { readTypedJson, type TypedJson } from '../../typed/typed-json';

export interface JsonTextState {
  readonly text: string;
  /** The text as it was read: the value that is taken, or why none is. */
  readonly typed: TypedJson;
  readonly setText: (text: string) => void;
}

/**
 * A value and its text while that is typed: the text is kept as it is, and the value follows whenever it is JSON that is
 * kept exactly.
 */
export function useJsonText(
  value: JsonValue | undefined,
  onChange: (value: JsonValue | undefined) => void,
): JsonTextState {
  const [text, setText] = useState(() => pretty(value));
  // Undo and other editors change the value from outside; what is typed here keeps its own blanks. At once: later, the
  // value it was drawn with would take the place of what was typed meanwhile.
  useLayoutEffect(() => {
    setText((now) => (same(readTypedJson(now), value) ? now : pretty(value)));
  }, [value]);
  return {
    text,
    typed: readTypedJson(text),
    setText(next) {
      setText(next);
      const read = readTypedJson(next);
      if (read.ok) onChange(read.value);
    },
  };
}

function same(typed: TypedJson, value: JsonValue | undefined): boolean {
  if (!typed.ok) return false;
  if (typed.value === undefined || value === undefined) return typed.value === value;
  return canonicalJson(typed.value) === canonicalJson(value);
}

const pretty = (value: JsonValue | undefined) => (value === undefined ? '' : JSON.stringify(value, null, 2));
