'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { LOCALE_COOKIE } from '../i18n/locales';
import { Menu, MenuChoice, MenuChoices } from '../ui/menu';
import { rememberChoice } from './remember-choice';
import type { Theme } from './theme-bootstrap';
import { useTheme } from './use-theme';

/** English and Chinese are equals: the button shows the other one, in its own script. */
export function LanguageToggle() {
  const t = useTranslations('shell');
  const router = useRouter();
  const other = useLocale() === 'zh' ? 'en' : 'zh';
  const switchLanguage = () => {
    rememberChoice(LOCALE_COOKIE, other);
    router.refresh();
  };
  return (
    <button
      type="button"
      className="btn ghost sq"
      onClick={switchLanguage}
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
      <MenuChoices value={theme} onChange={(value) => choose(value as Theme)}>
        {(['light', 'dark', 'system'] as const).map((value) => (
          <MenuChoice key={value} value={value}>
            {t(`theme.${value}`)}
          </MenuChoice>
        ))}
      </MenuChoices>
    </Menu>
  );
}
