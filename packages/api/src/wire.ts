import {
  ISSUE_CODES,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  NODE_RUN_STATUSES,
  RUN_STATUSES,
  WAIT_REASONS,
} from '@weftwork/schema';
import { z } from 'zod';

/*
 * Shapes that travel over HTTP. Requests are parsed with them; answers are built by hand and held to them by the tests.
 */

export const json = z.custom<JsonValue>(() => true);
export const jsonObject = z
  .custom<JsonObject>(isJsonObject, 'must be an object')
  .meta({ type: 'object', additionalProperties: true });

export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  errors: z.array(z.looseObject({ code: z.string(), path: z.string(), message: z.string() })),
});
export type Problem = z.infer<typeof Problem>;

export const Issue = z.looseObject({
  code: z.enum(ISSUE_CODES),
  severity: z.enum(['error', 'warning']),
  path: z.string(),
  message: z.string(),
  nodeId: z.string().optional(),
  edgeId: z.string().optional(),
});

export const SavedDraft = z.object({ id: z.string(), revision: z.int(), issues: z.array(Issue) });
export type SavedDraft = z.infer<typeof SavedDraft>;

const published = z.object({ version: z.int(), graphHash: z.string() });

export const Workflow = z.object({
  id: z.string(),
  name: z.string(),
  draft: z.object({
    graph: jsonObject,
    layout: jsonObject,
    revision: z.int(),
    /** Who saved this revision, and when; absent where nobody is known. */
    savedBy: z.string().optional(),
    savedAt: z.iso.datetime().optional(),
  }),
  published: published.optional(),
  /** Whether publishing the draft would give another version; absent while nothing is published. */
  draftDiffers: z.boolean().optional(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  archivedAt: z.iso.datetime().optional(),
});
export type Workflow = z.infer<typeof Workflow>;

const clamp = z.object({ path: z.string(), asked: z.number(), given: z.number() });

export const PublishReport = z.object({
  version: z.int(),
  graphHash: z.string(),
  clamps: z.array(clamp),
  warnings: z.array(Issue),
});
export type PublishReport = z.infer<typeof PublishReport>;

export const VersionSummary = z.object({
  version: z.union([z.int(), z.literal('draft')]),
  graphHash: z.string(),
  layout: jsonObject,
  settings: jsonObject,
  clamps: z.array(clamp),
  publishedAt: z.iso.datetime(),
  publishedBy: z.string(),
  note: z.string().optional(),
});
export type VersionSummary = z.infer<typeof VersionSummary>;

export const Version = VersionSummary.extend({ canonical: z.string(), graph: jsonObject });
export type Version = z.infer<typeof Version>;

export const ImportResult = z.object({
  workflows: z.array(SavedDraft.extend({ name: z.string() })),
  report: z.array(
    z.object({
      workflowId: z.string(),
      nodeId: z.string().nullable(),
      outcome: z.enum(['imported', 'new_id', 'changed', 'issue']),
      message: z.string(),
    }),
  ),
});
export type ImportResult = z.infer<typeof ImportResult>;

export const ExportedWorkflow = z.object({ graph: jsonObject, layout: jsonObject });
export type ExportedWorkflow = z.infer<typeof ExportedWorkflow>;

export const RunError = z.object({
  code: z.string(),
  message: z.string(),
  nodeId: z.string().optional(),
  iterationPath: z.array(z.int()).optional(),
  field: z.string().optional(),
});

const warning = z.object({ code: z.string(), message: z.string(), nodeId: z.string().optional() });

export const RunSummary = z.object({
  id: z.string(),
  workflowId: z.string(),
  workflowName: z.string(),
  version: z.union([z.int(), z.literal('draft')]),
  graphHash: z.string(),
  status: z.enum(RUN_STATUSES),
  waitReason: z.enum(WAIT_REASONS).optional(),
  input: jsonObject,
  output: jsonObject.optional(),
  spilled: z.record(z.string(), z.object({ artifactId: z.string(), bytes: z.int() })).optional(),
  error: RunError.optional(),
  warnings: z.array(warning),
  lastSeq: z.int(),
  parentRunId: z.string().optional(),
  createdBy: z.string(),
  createdAt: z.iso.datetime().optional(),
  startedAt: z.iso.datetime().optional(),
  endedAt: z.iso.datetime().optional(),
});
export type RunSummary = z.infer<typeof RunSummary>;

const artifactReference = z.object({
  artifactId: z.string(),
  name: z.string(),
  mimeType: z.string(),
  path: z.string(),
});

export const Artifact = artifactReference.extend({
  nodeId: z.string().optional(),
  bytes: z.int().optional(),
  sha256: z.string().optional(),
});
export type Artifact = z.infer<typeof Artifact>;

/** Of a node run or gate that waits for people. */
const waiting = {
  approvalSecondsRemaining: z.int().min(0).nullable().optional(),
  approvalAssignee: jsonObject.nullable().optional(),
};

export const NodeRun = z.object({
  id: z.string(),
  nodeId: z.string(),
  iterationPath: z.array(z.int()).optional(),
  attempt: z.int(),
  status: z.enum(NODE_RUN_STATUSES),
  reason: z.string().optional(),
  input: json.optional(),
  output: jsonObject.nullable().optional(),
  handle: z.string().optional(),
  error: RunError.optional(),
  childRunId: z.string().optional(),
  retryAt: z.string().optional(),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  waitingSince: z.string().optional(),
  messages: z.array(json).optional(),
  artifacts: z.array(artifactReference).optional(),
  metadata: jsonObject.optional(),
  warnings: z.array(warning).optional(),
  spilled: z.record(z.string(), z.object({ artifactId: z.string(), bytes: z.int() })).optional(),
  iterations: z
    .object({ count: z.int().nullable().optional(), started: z.int(), completed: z.int() })
    .optional(),
  ...waiting,
});
export type NodeRun = z.infer<typeof NodeRun>;

export const Gate = z.object({
  stepId: z.string(),
  nodeId: z.string(),
  iterationPath: z.array(z.int()).optional(),
  mode: z.enum(['approval', 'form', 'signal']),
  status: z.enum(['open', 'decided', 'expired', 'withdrawn']),
  message: json,
  show: jsonObject.optional(),
  spilled: z.record(z.string(), z.object({ artifactId: z.string(), bytes: z.int() })).optional(),
  schema: jsonObject.optional(),
  deadlineAt: z.string().optional(),
  assignee: jsonObject.optional(),
  openedAt: z.string(),
  decision: z.enum(['approved', 'rejected', 'answered', 'timed_out']).optional(),
  decidedBy: z.string().optional(),
  comment: z.string().nullable().optional(),
  signal: z.object({ name: z.string(), key: json }).optional(),
  ...waiting,
});
export type Gate = z.infer<typeof Gate>;

/** A signal as it is kept. */
export const Signal = z.object({
  signalId: z.string(),
  name: z.string(),
  key: z.string(),
  payload: json,
  idempotencyId: z.string().optional(),
  sentBy: z.string(),
  receivedAt: z.iso.datetime(),
});
export type Signal = z.infer<typeof Signal>;

export const WorkflowLimits = z.object({ workflowId: z.string(), maxRunning: z.int().nullable() });
export type WorkflowLimits = z.infer<typeof WorkflowLimits>;

/** How many runs of a workflow have not ended: at work, not begun, and waiting for somebody, a signal or a child. */
export const OpenRuns = z.object({
  workflowId: z.string(),
  running: z.int(),
  queued: z.int(),
  waiting: z.int(),
});

export const Limits = z.object({
  maxRunning: z.int().nullable(),
  workflows: z.array(WorkflowLimits),
  open: z.array(OpenRuns),
});
export type Limits = z.infer<typeof Limits>;

const signalPlace = { runId: z.string(), stepId: z.string() };

/** Where a signal went; steps it did not fit wait on. */
export const SignalAnswer = z.object({
  signalId: z.string(),
  duplicate: z.boolean(),
  delivered: z.array(z.object(signalPlace)),
  rejected: z.array(z.object({ ...signalPlace, message: z.string() })),
});
export type SignalAnswer = z.infer<typeof SignalAnswer>;

export const Run = RunSummary.extend({
  artifacts: z.array(Artifact),
  nodeRuns: z.array(NodeRun),
  gates: z.array(Gate),
});
export type Run = z.infer<typeof Run>;

export function page<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** Names that a graph may use in this installation, for pickers. */
export const NodeOptions = z.object({
  skills: z.array(z.object({ name: z.string(), description: z.string() })),
  connections: z.array(z.string()),
  providers: z.array(z.object({ name: z.string(), label: z.string() })),
});
export type NodeOptions = z.output<typeof NodeOptions>;
