'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isJsonObject, type JsonValue } from '@weftwork/schema';
import { CircleCheck, Send, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { sendSignal } from '../api/client';
import { keys } from '../api/queries';
import { newRequestKey } from '../api/request-key';
import type { SignalAnswer } from '../api/types';
import { shortId } from '../runs/short-id';
import { JsonField } from '../schema-form/json-field';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { ErrorNotice } from '../ui/error-notice';
import { LONGEST_KEY, LONGEST_NAME } from './signal-bounds';

/** Sends a signal as another system would, and says to which runs it went. */
export function SendSignalDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('settings.signals');
  const cache = useQueryClient();
  const form = useId();
  const [name, setName] = useState('');
  const [key, setKey] = useState('');
  const [payload, setPayload] = useState<JsonValue | undefined>({});
  // Pressing twice, or again after a lost answer, sends it once; what was changed since is another signal.
  const [idempotencyId, renew] = useState(() => newRequestKey());
  const send = useMutation({
    mutationFn: () =>
      sendSignal({
        name: name.trim(),
        key: key.trim(),
        payload: isJsonObject(payload) ? payload : {},
        idempotencyId,
      }),
    onSuccess: () => {
      renew(newRequestKey());
      void cache.invalidateQueries({ queryKey: keys.signals });
      void cache.invalidateQueries({ queryKey: keys.runs });
    },
  });
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      renew(newRequestKey());
    };
  const fits = name.trim() !== '' && key.trim() !== '' && isJsonObject(payload);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fits && !send.isPending) send.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('sendTitle')}
      foot={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button
            look="primary"
            type="submit"
            form={form}
            off={!fits || send.isPending}
            title={fits ? undefined : t('needed')}
          >
            <Send className="i" aria-hidden />
            {t('send')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <p className="help set-note">{t('sendText')}</p>
        <label className="fld">
          <span className="lab">{t('name')}</span>
          <input
            className="in"
            maxLength={LONGEST_NAME}
            value={name}
            onChange={({ target }) => changing(setName)(target.value)}
          />
        </label>
        <label className="fld">
          <span className="lab">{t('key')}</span>
          <input
            className="in"
            maxLength={LONGEST_KEY}
            value={key}
            onChange={({ target }) => changing(setKey)(target.value)}
          />
        </label>
        <div className="fld">
          <label className="lab" htmlFor={`${form}-payload`}>
            {t('payload')}
          </label>
          <JsonField
            id={`${form}-payload`}
            schema={{}}
            value={payload}
            onChange={changing(setPayload)}
            required={false}
            invalid={!isJsonObject(payload)}
            describedBy={`${form}-note`}
          />
          <p className="help" id={`${form}-note`}>
            {t('payloadHelp')}
          </p>
        </div>
      </form>
      {send.error ? <ErrorNotice error={send.error} /> : null}
      {send.data ? <Answer answer={send.data} /> : null}
    </Dialog>
  );
}

function Answer({ answer }: { answer: SignalAnswer }) {
  const t = useTranslations('settings.signals');
  const { delivered, rejected } = answer;
  return (
    <div role="status">
      <p className="notice set-answer">
        <CircleCheck className="i st-completed" aria-hidden />
        <span className="text">
          {t('delivered', { count: delivered.length })} <RunLinks places={delivered} />
        </span>
      </p>
      {rejected.length > 0 ? (
        <p className="notice warn">
          <TriangleAlert className="i" aria-hidden />
          <span className="text">
            {t('rejected', { count: rejected.length })} <RunLinks places={rejected} />
          </span>
        </p>
      ) : null}
    </div>
  );
}

/** As many as help to find one; a signal may go to thousands. */
const MOST_LINKS = 8;

function RunLinks({ places }: { places: readonly { readonly runId: string; readonly stepId: string }[] }) {
  const t = useTranslations('runs');
  return places.slice(0, MOST_LINKS).map(({ runId, stepId }) => (
    <Link
      key={`${runId} ${stepId}`}
      prefetch={false}
      className="link set-run"
      href={`/runs/${encodeURIComponent(runId)}`}
    >
      {t('run', { id: shortId(runId) })}
    </Link>
  ));
}
