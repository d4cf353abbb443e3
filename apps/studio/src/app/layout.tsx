import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { loadMessages, loadSentences } from '../i18n/load-messages';
import { requestLocale } from '../i18n/page-title';
import { Providers } from '../shell/providers';
import { readTheme, THEME_COOKIE, themeBootstrap } from '../shell/theme-bootstrap';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/controls.css';
import '../styles/shell.css';
import '../styles/pages.css';
import '../styles/run.css';
import '../styles/json.css';

export const metadata: Metadata = { title: { default: 'Weftwork', template: '%s · Weftwork' } };
export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

/**
 * The shell of every page. Reading headers and cookies makes each page dynamic, so that Next puts the nonce
 * of the policy the server set on the request into its scripts.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const [requestHeaders, jar] = await Promise.all([headers(), cookies()]);
  const nonce = /'nonce-([^']+)'/.exec(requestHeaders.get('content-security-policy') ?? '')?.[1];
  const locale = await requestLocale();
  const [messages, sentences] = await Promise.all([loadMessages(locale), loadSentences(locale)]);
  const theme = readTheme(jar.get(THEME_COOKIE)?.value);
  return (
    <html lang={locale} data-theme={theme === 'system' ? undefined : theme} suppressHydrationWarning>
      <head>
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text, before the first paint
          dangerouslySetInnerHTML={{ __html: themeBootstrap }}
        />
      </head>
      <body>
        <Providers locale={locale} messages={messages} sentences={sentences}>
          {children}
        </Providers>
      </body>
    </html>
  );
}
