import { EventEnvelopeSchema, RUN_STATUSES } from '@weftwork/schema';
import { z } from 'zod';
import { contract } from '../contract';
import { Gate, json, jsonObject, page, Run, RunSummary, Version } from '../wire';
import { commaList, eventLimit, pageQuery, searchText } from './query';

const reason = z.string().max(4000).nullish();
const approvalBody = z.strictObject({ stepId: z.string().min(1).optional(), reason }).optional();
const changed = { 200: { description: 'The run after the change', schema: Run } } as const;

/** A run of a workflow, or an earlier run again: with its version and its input. */
const startBody = z
  .strictObject({
    workflowId: z.string().optional(),
    version: z.union([z.int().min(1), z.literal('draft')]).optional(),
    fromRun: z.string().optional(),
    input: jsonObject.optional(),
    /** Among the runs of its workspace that wait for a free place the higher goes first. */
    priority: z.int().min(-100).max(100).optional(),
  })
  .superRefine((body, context) => {
    const { workflowId, fromRun } = body;
    if (workflowId === undefined && fromRun === undefined) {
      context.addIssue({ code: 'custom', path: ['workflowId'], message: 'Give "workflowId" or "fromRun".' });
    }
    if (fromRun === undefined) return;
    for (const field of ['workflowId', 'version', 'input'] as const) {
      if (body[field] === undefined) continue;
      context.addIssue({ code: 'custom', path: [field], message: 'a run again takes it from "fromRun"' });
    }
  });

export const runContracts = {
  startRun: contract({
    method: 'POST',
    path: '/runs',
    access: 'operate',
    summary: 'Start a run of a version, of the draft, or of an earlier run again',
    headers: {
      'Idempotency-Key': 'The same key with the same body answers the same run.',
      'If-Match':
        'The revision of the draft to run, bare or quoted; without it, whatever the draft is now. For `draft` alone.',
      'Weftwork-Depth':
        'Sent by `http` nodes: the depth of the run that calls. 422 `SUBWORKFLOW_DEPTH` beyond 10.',
    },
    query: z.strictObject({ wait: z.string().optional() }),
    body: startBody,
    answers: {
      202: { description: 'Started', schema: RunSummary },
      200: {
        description:
          'Ended within `wait` seconds, or waiting for somebody: then with its node runs and gates',
        schema: z.union([Run, RunSummary]),
      },
    },
  }),
  listRuns: contract({
    method: 'GET',
    path: '/runs',
    access: 'view',
    summary: 'List runs, newest first, by status, workflow, time of creation or a part of their text',
    query: z.strictObject({
      ...pageQuery,
      status: commaList(RUN_STATUSES).optional(),
      workflowId: z.string().optional(),
      parentRunId: z.string().optional(),
      since: z.iso.datetime({ offset: true }).optional(),
      until: z.iso.datetime({ offset: true }).optional(),
      search: searchText.optional(),
    }),
    answers: { 200: { description: 'A page', schema: page(RunSummary) } },
  }),
  getRun: contract({
    method: 'GET',
    path: '/runs/{id}',
    access: 'view',
    summary: 'Read a run with its node runs, gates and artifacts',
    answers: { 200: { description: 'The run', schema: Run } },
  }),
  getRunVersion: contract({
    method: 'GET',
    path: '/runs/{id}/version',
    access: 'view',
    summary: 'The version a run executes, a frozen draft included',
    answers: { 200: { description: 'The version', schema: Version } },
  }),
  listEvents: contract({
    method: 'GET',
    path: '/runs/{id}/events',
    access: 'view',
    summary: 'Follow the events of a run (text/event-stream), or read a page of them (application/json)',
    headers: { 'Last-Event-ID': 'Follow after this number; wins over `after`.' },
    query: z.strictObject({ after: z.string().optional(), limit: eventLimit }),
    answers: {
      200: {
        description: 'A page, or the stream',
        schema: page(EventEnvelopeSchema),
        contentType: 'text/event-stream',
      },
      204: { description: 'Nothing comes after the cursor any more' },
    },
  }),
  cancelRun: contract({
    method: 'POST',
    path: '/runs/{id}/cancel',
    access: 'operate',
    summary: 'Cancel a run and its children',
    body: z.strictObject({}).optional(),
    answers: { 202: { description: 'Cancel was requested', schema: Run } },
  }),
  approveRun: contract({
    method: 'POST',
    path: '/runs/{id}/approve',
    access: 'operate',
    summary: 'Approve the open approval, or the one named by stepId',
    body: approvalBody,
    answers: changed,
  }),
  rejectRun: contract({
    method: 'POST',
    path: '/runs/{id}/reject',
    access: 'operate',
    summary: 'Reject the open approval, or the one named by stepId',
    body: approvalBody,
    answers: changed,
  }),
  answerStep: contract({
    method: 'POST',
    path: '/runs/{id}/steps/{stepId}/input',
    access: 'operate',
    summary: 'Answer a form; the body is the answer',
    body: json,
    answers: changed,
  }),
  rejectStep: contract({
    method: 'POST',
    path: '/runs/{id}/steps/{stepId}/reject',
    access: 'operate',
    summary: 'Refuse to answer',
    body: z.strictObject({ reason }).optional(),
    answers: changed,
  }),
  settleStep: contract({
    method: 'POST',
    path: '/runs/{id}/steps/{stepId}/settle',
    access: 'operate',
    summary: 'Say how a call of unknown outcome ended',
    body: z.strictObject({ outcome: z.enum(['done', 'failed', 'again']), data: jsonObject.optional() }),
    answers: changed,
  }),
  listGates: contract({
    method: 'GET',
    path: '/gates',
    access: 'view',
    summary: 'Everything that waits for a person',
    query: z.strictObject({ ...pageQuery, runId: z.string().optional() }),
    answers: {
      200: { description: 'Open gates, oldest first', schema: page(Gate.extend({ runId: z.string() })) },
    },
  }),
  getArtifact: contract({
    method: 'GET',
    path: '/artifacts/{id}',
    access: 'view',
    summary: 'Download an artifact',
    answers: { 200: { description: 'The bytes', contentType: 'application/octet-stream' } },
  }),
} as const;
