'use client';

import { conditionToText, conditionToTree } from '@weftwork/expressions';
import { isCodedError, type JsonValue } from '@weftwork/schema';
import { CircleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { ProblemText } from '../../ui/problem-text';
import { Segmented } from '../../ui/segmented';
import type { ControlProps } from '../field-editor';
import { ExpressionPreview } from '../fields/expression-preview';
import { TemplateInput } from '../fields/template-input';
import { ConditionRowEditor } from './condition-row-editor';
import { FRESH_RULE } from './condition-rows';
import { RowsContext } from './rows-context';

type Mode = 'rows' | 'text';

export type ConditionProps = Pick<ControlProps, 'value' | 'onChange' | 'onEnd' | 'readable' | 'control'> & {
  readonly label: string;
  /** JSON Pointer from the node, as issues name it. */
  readonly field: string;
};

/**
 * A condition as rows or as text; both are views of one value. A text that cannot be read stays a text and says why, as
 * do rows that no text can hold.
 */
export function ConditionEditor(props: ConditionProps) {
  const t = useTranslations('inspector');
  const { value = FRESH_RULE, onChange, onEnd, readable, label, field } = props;
  const mode: Mode = typeof value === 'string' ? 'text' : 'rows';
  const [refused, setRefused] = useState<{ code: string; message: string; value: JsonValue }>();
  // The reason belongs to what was refused; the next change makes it old.
  useEffect(() => {
    if (refused && refused.value !== value) setRefused(undefined);
  }, [refused, value]);
  const choose = (next: Mode) => {
    if (next === mode) return;
    onEnd();
    try {
      onChange(next === 'text' ? textOf(value) : rowsOf(value));
      onEnd();
    } catch (error) {
      if (!isCodedError(error)) throw error;
      setRefused({ code: error.code, message: error.message, value });
    }
  };
  return (
    <div className="condition">
      <Segmented<Mode>
        label={t('condition.view')}
        value={mode}
        options={[
          { id: 'rows', label: t('condition.rows') },
          { id: 'text', label: t('condition.text') },
        ]}
        onChange={choose}
      />
      {refused ? (
        <p className="msg-e" role="status">
          <CircleAlert className="i" aria-hidden />
          <span>
            {t(mode === 'text' ? 'condition.noRows' : 'condition.noText')}{' '}
            <ProblemText kind="errors" problem={refused} />
          </span>
        </p>
      ) : null}
      {mode === 'text' ? (
        <TemplateInput
          label={label}
          bare
          invalid={props.control.invalid}
          describedBy={props.control.describedBy}
          value={value as string}
          onChange={onChange}
          onEnd={onEnd}
          readable={readable}
          placeholder="inputs.n > 3"
        />
      ) : (
        <RowsContext value={{ tree: value, onChange, onEnd, readable, label, field }}>
          <ConditionRowEditor value={value} path={[]} />
          <ConditionAsText value={value} />
        </RowsContext>
      )}
    </div>
  );
}

/** What the rows say, as one line, and what it decides with the values of the last run. */
function ConditionAsText({ value }: { value: JsonValue }) {
  const t = useTranslations('inspector');
  const text = readable(value);
  if (text === undefined) return null;
  return (
    <div className="condition-text">
      <code title={t('condition.asText')}>{text}</code>
      <ExpressionPreview text={text} bare />
    </div>
  );
}

/** Nothing for rows that are still empty, or that cannot be read yet: their fields say so. */
function readable(value: JsonValue): string | undefined {
  if (JSON.stringify(value).includes('"left":""')) return undefined;
  try {
    return conditionToText(value);
  } catch {
    return undefined;
  }
}

const textOf = (value: JsonValue) => (value === FRESH_RULE ? '' : conditionToText(value));
const rowsOf = (value: JsonValue): JsonValue => {
  if (typeof value !== 'string' || value.trim() === '') return FRESH_RULE;
  const tree = conditionToTree(value);
  // A single expression is a row of a group: as a bare text it would be the text again.
  return typeof tree === 'string' ? { all: [tree] } : tree;
};
