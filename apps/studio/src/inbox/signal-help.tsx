'use client';

import { useTranslations } from 'next-intl';
import type { Gate } from '../api/types';
import { exampleValue } from '../schema-form/example-value';
import { CopyButton } from '../ui/copy-button';

/** What a step waits for, and the command that sends it, with a payload of the shape the step asks for. */
export function SignalHelp({
  signal,
  schema = {},
}: {
  signal: NonNullable<Gate['signal']>;
  schema?: Gate['schema'];
}) {
  const t = useTranslations('runs');
  const key = typeof signal.key === 'string' ? signal.key : JSON.stringify(signal.key);
  const payload = JSON.stringify(exampleValue(schema));
  const command = `npx weftwork signal ${quoted(signal.name)} --key ${quoted(key)} --payload ${quoted(payload)}`;
  return (
    <>
      <p className="mut">{t('task.signalText')}</p>
      <p className="mut">{t('task.signalSend')}</p>
      <div className="command">
        <code>{command}</code>
        <CopyButton text={command} />
      </div>
    </>
  );
}

/** As a shell takes it for one word. */
function quoted(text: string): string {
  return /^[\w.:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
