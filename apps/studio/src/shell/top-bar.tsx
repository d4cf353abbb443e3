'use client';

import { Activity, Inbox, Settings2, Workflow } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useOpenTasks } from '../inbox/use-open-tasks';
import { Logo } from './logo';
import { LanguageToggle, PhoneMenu, ThemeToggle } from './look-toggles';
import { PagePalette } from './page-palette';

const PLACES = [
  { href: '/workflows', word: 'workflows', Icon: Workflow },
  { href: '/runs', word: 'runs', Icon: Activity },
  { href: '/inbox', word: 'inbox', Icon: Inbox },
] as const;

export function TopBar() {
  const t = useTranslations('shell');
  const path = usePathname();
  const inbox = useOpenTasks().data;
  const waiting = inbox?.tasks.length ?? 0;
  return (
    <header className="top">
      <Link className="brand" href="/workflows">
        <Logo />
        <b>Weftwork</b>
      </Link>
      <nav className="gnav" aria-label={t('nav.label')}>
        {PLACES.map(({ href, word, Icon }) => (
          <Link
            key={href}
            href={href}
            className={path.startsWith(href) ? 'on' : undefined}
            aria-current={path.startsWith(href) ? 'page' : undefined}
          >
            <Icon className="i" aria-hidden />
            <span className="word">{t(`nav.${word}`)}</span>
            {word === 'inbox' && waiting > 0 ? (
              <span className="cnt">
                {waiting}
                {inbox?.more ? '+' : null}
                <span className="sr"> {t('nav.waiting')}</span>
              </span>
            ) : null}
          </Link>
        ))}
      </nav>
      <span className="sp" />
      <PagePalette />
      <Link
        href="/settings"
        className={
          path.startsWith('/settings') ? 'btn ghost sq settings-link on' : 'btn ghost sq settings-link'
        }
        aria-current={path.startsWith('/settings') ? 'page' : undefined}
        aria-label={t('nav.settings')}
        title={t('nav.settings')}
      >
        <Settings2 className="i" aria-hidden />
      </Link>
      <span className="top-look">
        <LanguageToggle />
        <ThemeToggle />
      </span>
      <PhoneMenu />
    </header>
  );
}
