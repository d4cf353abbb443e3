'use client';

import { isTemplate } from '@weftwork/expressions';
import type { JsonValue } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { exactNumber } from '../../typed/typed-json';
import { Segmented } from '../../ui/segmented';
import type { ControlProps } from '../field-editor';
import { JsonText } from './json-text';
import { TemplateInput } from './template-input';

type Mode = 'text' | 'json';

export interface TemplateValueProps {
  readonly control: ControlProps['control'];
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly onEnd: () => void;
  readonly readable: readonly string[];
  readonly label: string;
}

/** Any value that may hold expressions: one text, or a tree as JSON. A bare number typed as text is a number. */
export function TemplateJsonField(props: ControlProps) {
  return <TemplateValue {...props} />;
}

export function TemplateValue({ control, value, onChange, onEnd, readable, label }: TemplateValueProps) {
  const t = useTranslations('canvas');
  const [mode, setMode] = useState<Mode>(() => modeOf(value));
  return (
    <div className="template-value">
      <Segmented<Mode>
        label={t('field.kind')}
        value={mode}
        options={[
          { id: 'text', label: t('field.text') },
          { id: 'json', label: 'JSON' },
        ]}
        onChange={setMode}
      />
      {mode === 'json' ? (
        <JsonText {...control} value={value} onChange={onChange} onEnd={onEnd} />
      ) : (
        <TemplateInput
          {...control}
          label={label}
          value={value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)}
          onChange={(text) => onChange(readText(text))}
          onEnd={onEnd}
          readable={readable}
          placeholder="{{ … }}"
        />
      )}
    </div>
  );
}

function modeOf(value: JsonValue | undefined): Mode {
  return typeof value === 'object' && value !== null ? 'json' : 'text';
}

function readText(text: string): JsonValue | undefined {
  if (text === '') return undefined;
  // A number that would lose digits stays the text that was typed.
  if (!isTemplate(text) && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) return exactNumber(text) ?? text;
  if (text === 'true' || text === 'false') return text === 'true';
  return text;
}
