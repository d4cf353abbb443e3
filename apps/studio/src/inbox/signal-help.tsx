'use client';

import { useTranslations } from 'next-intl';
import type { Gate } from '../api/types';
import { CopyButton } from '../ui/copy-button';

/** What a step waits for, and the command that sends it. */
export function SignalHelp({ signal }: { signal: NonNullable<Gate['signal']> }) {
  const t = useTranslations('runs');
  const key = typeof signal.key === 'string' ? signal.key : JSON.stringify(signal.key);
  const command = `npx weftwork signal ${quoted(signal.name)} --key ${quoted(key)} --payload '{}'`;
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
