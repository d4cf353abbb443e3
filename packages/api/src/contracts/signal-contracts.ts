import { z } from 'zod';
import { contract } from '../contract';
import { jsonObject, page, Signal, SignalAnswer } from '../wire';
import { pageQuery } from './query';
import { storedText } from './stored-text';

/** What an index of the store takes. */
const shortText = (max: number) => storedText.min(1).max(max);

const signalName = shortText(128);
const signalKey = shortText(256);

export const signalContracts = {
  sendSignal: contract({
    method: 'POST',
    path: '/signals',
    access: 'operate',
    summary: 'Tell every run that waits for this name and key, now or as long as signals are kept',
    body: z.strictObject({
      name: signalName,
      key: z.union([signalKey, z.number()]),
      payload: jsonObject.optional(),
      idempotencyId: shortText(200).optional(),
    }),
    answers: { 200: { description: 'Where it went', schema: SignalAnswer } },
  }),
  listSignals: contract({
    method: 'GET',
    path: '/signals',
    access: 'view',
    summary: 'The signals that are kept, newest first',
    query: z.strictObject({ ...pageQuery, name: signalName.optional(), key: signalKey.optional() }),
    answers: { 200: { description: 'A page', schema: page(Signal) } },
  }),
} as const;
