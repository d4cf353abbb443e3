'use client';

import { KeyRound } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { CopyButton } from '../ui/copy-button';
import { LoneTop } from './lone-top';

const COMMAND = 'npx weftwork login';

/** Nobody types a password here: a one-time link from the terminal signs the owner in. */
export function SignInPage() {
  const t = useTranslations('shell');
  return (
    <main className="lone">
      <LoneTop />
      <section className="panel lone-card">
        <KeyRound className="lone-icon" aria-hidden />
        <h1>{t('signIn.title')}</h1>
        <p>{t('signIn.what')}</p>
        <p>{t('signIn.now')}</p>
        <div className="command">
          <code>{COMMAND}</code>
          <CopyButton text={COMMAND} />
        </div>
        <p className="mut t12">{t('signIn.note')}</p>
      </section>
    </main>
  );
}
