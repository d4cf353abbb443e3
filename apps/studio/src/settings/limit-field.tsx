'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { setLimit, setWorkflowLimit } from '../api/client';
import { keys } from '../api/queries';
import { useErrorWords } from '../i18n/problem-words';
import { Button } from '../ui/button';
import { useToast } from '../ui/toast';
import { type LimitRow, MOST_RUNNING, parseLimit } from './limit-rows';

/** The limit of a row as it is set, and another one once it is typed. */
export function LimitField({ row }: { row: LimitRow }) {
  const t = useTranslations('settings.limits');
  const locale = useLocale();
  const cache = useQueryClient();
  const say = useToast();
  const words = useErrorWords();
  const note = useId();
  const [text, setText] = useState(() => shownLimit(row.maxRunning));
  useEffect(() => setText(shownLimit(row.maxRunning)), [row.maxRunning]);
  const wanted = parseLimit(text);
  const set = useMutation({
    mutationFn: (maxRunning: number | null) =>
      row.workflowId === undefined ? setLimit(maxRunning) : setWorkflowLimit(row.workflowId, maxRunning),
    onSuccess: async (_, maxRunning) => {
      await cache.invalidateQueries({ queryKey: keys.limits });
      const { name } = row;
      say(maxRunning === null ? t('removed', { name }) : t('saved', { name, count: maxRunning }));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== undefined && wanted !== row.maxRunning && !set.isPending) set.mutate(wanted);
  };
  const wrong = wanted === undefined;
  return (
    <form className="set-limit" onSubmit={submit}>
      <input
        className="in"
        inputMode="numeric"
        aria-label={t('field', { name: row.name })}
        aria-invalid={wrong || undefined}
        aria-describedby={note}
        placeholder={t('none')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {wanted !== row.maxRunning ? (
        <Button type="submit" size="small" off={wrong || set.isPending}>
          {t('set')}
        </Button>
      ) : null}
      <span id={note} className="msg-e" role="status">
        {wrong ? t('wrong', { most: MOST_RUNNING.toLocaleString(locale) }) : null}
        {set.error && !wrong ? words(set.error).lead : null}
      </span>
    </form>
  );
}

const shownLimit = (limit: number | null) => (limit === null ? '' : String(limit));
