'use client';

import { CircleCheck, CircleX, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Toast } from 'radix-ui';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import type { ProblemWords } from '../i18n/problem-words';
import { IconButton } from './button';
import { LeadAndDetail } from './problem-text';

interface ToastEntry {
  readonly id: number;
  readonly words: ProblemWords;
  readonly bad: boolean;
}

type Say = (text: string | ProblemWords, options?: { bad?: boolean }) => void;

const ToastContext = createContext<Say>(() => undefined);

/** For news that has no place on the page; everything else is said in place. */
export function useToast(): Say {
  return useContext(ToastContext);
}

let nextId = 1;

export function ToastProvider({ children }: { children: ReactNode }) {
  const t = useTranslations('shell');
  const [entries, setEntries] = useState<readonly ToastEntry[]>([]);
  const say = useCallback<Say>((text, options) => {
    setEntries((now) => [
      ...now.slice(-3),
      { id: nextId++, words: typeof text === 'string' ? { lead: text } : text, bad: options?.bad ?? false },
    ]);
  }, []);
  const drop = (id: number) => setEntries((now) => now.filter((entry) => entry.id !== id));
  return (
    <ToastContext.Provider value={say}>
      <Toast.Provider label={t('toast.label')} duration={6000} swipeDirection="right">
        {children}
        {entries.map((entry) => (
          <Toast.Root
            key={entry.id}
            className={entry.bad ? 'toast bad' : 'toast'}
            type={entry.bad ? 'foreground' : 'background'}
            onOpenChange={(open) => !open && drop(entry.id)}
          >
            {entry.bad ? (
              <CircleX className="i st-failed" aria-hidden />
            ) : (
              <CircleCheck className="i st-completed" aria-hidden />
            )}
            <Toast.Description className="text">
              <LeadAndDetail words={entry.words} />
            </Toast.Description>
            <Toast.Close asChild>
              <IconButton label={t('close')} size="small">
                <X className="i" aria-hidden />
              </IconButton>
            </Toast.Close>
          </Toast.Root>
        ))}
        <Toast.Viewport className="toasts" label={t('toast.label')} />
      </Toast.Provider>
    </ToastContext.Provider>
  );
}
