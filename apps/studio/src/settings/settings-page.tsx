'use client';

import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Tabs } from '../ui/tabs';
import { LimitsPart } from './limits-part';
import './settings.css';
import { SignalsPart } from './signals-part';

const PARTS = ['limits', 'signals'] as const;
type Part = (typeof PARTS)[number];

/** What holds for a whole workspace; the address names the part that is shown. */
export function SettingsPage() {
  const t = useTranslations('settings');
  const asked = useSearchParams().get('part');
  const part = PARTS.find((each) => each === asked) ?? 'limits';
  return (
    <main className="page">
      <div className="wl single settings">
        <div className="wl-h">
          <h1>{t('title')}</h1>
        </div>
        <section className="panel list">
          <Tabs<Part>
            label={t('parts.label')}
            value={part}
            onChange={(next) => history.replaceState(null, '', `/settings?part=${next}`)}
            tabs={[
              { id: 'limits', label: t('parts.limits'), panel: <LimitsPart /> },
              { id: 'signals', label: t('parts.signals'), panel: <SignalsPart /> },
            ]}
          />
        </section>
      </div>
    </main>
  );
}
