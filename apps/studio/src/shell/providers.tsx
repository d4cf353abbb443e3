'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { Tooltip } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from '../api/query-client';
import type { Messages } from '../i18n/load-messages';
import type { Locale } from '../i18n/locales';
import { SentencesProvider } from '../i18n/sentences-provider';
import type { Sentences } from '../i18n/server-sentences';
import { useTitlesOfCutText } from '../ui/cut-text';
import { ToastProvider } from '../ui/toast';
import { useInputMethod } from '../ui/use-input-method';

export function Providers(props: {
  locale: Locale;
  messages: Messages;
  sentences: Sentences;
  children: ReactNode;
}) {
  const [client] = useState(createQueryClient);
  useTitlesOfCutText();
  useInputMethod();
  return (
    // Dates are written by ui/time in the reader's own zone; the provider's zone is never shown.
    <NextIntlClientProvider locale={props.locale} messages={props.messages as never} timeZone="UTC">
      <SentencesProvider sentences={props.sentences}>
        <QueryClientProvider client={client}>
          <Tooltip.Provider delayDuration={400}>
            <ToastProvider>{props.children}</ToastProvider>
          </Tooltip.Provider>
        </QueryClientProvider>
      </SentencesProvider>
    </NextIntlClientProvider>
  );
}
