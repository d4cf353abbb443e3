'use client';

import { Ellipsis, Languages, Monitor, Moon, Settings2, Sun } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { LOCALE_COOKIE } from '../i18n/locales';
import { Menu, MenuChoice, MenuChoices, MenuItem, MenuLine } from '../ui/menu';
import { rememberChoice } from './remember-choice';
import type { Theme } from './theme-bootstrap';
import { useTheme } from './use-theme';

/** The other of both languages, and how one gets to it. */
function useOtherLanguage() {
  const router = useRouter();
  const other = useLocale() === 'zh' ? 'en' : 'zh';
  const choose = () => {
    rememberChoice(LOCALE_COOKIE, other);
    router.refresh();
  };
  return [other, choose] as const;
}

/** English and Chinese are equals: the button shows the other one, in its own script. */
export function LanguageToggle() {
  const t = useTranslations('shell');
  const [other, choose] = useOtherLanguage();
  return (
    <button
      type="button"
      className="btn ghost sq"
      onClick={choose}
      aria-label={t('language.switch')}
      title={t('language.switch')}
      lang={other}
    >
      {other === 'zh' ? '中' : 'EN'}
    </button>
  );
}

const ICONS = { light: Sun, dark: Moon, system: Monitor } as const;

export function ThemeToggle() {
  const t = useTranslations('shell');
  const [theme, choose] = useTheme();
  const Icon = ICONS[theme];
  return (
    <Menu
      trigger={
        <button type="button" className="btn ghost sq" aria-label={t('theme.label')} title={t('theme.label')}>
          <Icon className="i" aria-hidden />
        </button>
      }
    >
      <ThemeChoices theme={theme} choose={choose} />
    </Menu>
  );
}

function ThemeChoices({ theme, choose }: { theme: Theme; choose: (theme: Theme) => void }) {
  const t = useTranslations('shell');
  return (
    <MenuChoices value={theme} onChange={(value) => choose(value as Theme)}>
      {(['light', 'dark', 'system'] as const).map((value) => (
        <MenuChoice key={value} value={value}>
          {t(`theme.${value}`)}
        </MenuChoice>
      ))}
    </MenuChoices>
  );
}

/** On a phone, where the bar has room for one button: the settings, the other language and the themes. */
export function PhoneMenu() {
  const t = useTranslations('shell');
  const router = useRouter();
  const [, chooseLanguage] = useOtherLanguage();
  const [theme, choose] = useTheme();
  return (
    <Menu
      trigger={
        <button type="button" className="btn ghost sq phone-only" aria-label={t('nav.more')}>
          <Ellipsis className="i" aria-hidden />
        </button>
      }
    >
      <MenuItem Icon={Settings2} onSelect={() => router.push('/settings')}>
        {t('nav.settings')}
      </MenuItem>
      <MenuItem Icon={Languages} onSelect={chooseLanguage}>
        {t('language.switch')}
      </MenuItem>
      <MenuLine />
      <ThemeChoices theme={theme} choose={choose} />
    </Menu>
  );
}
