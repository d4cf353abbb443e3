import { z } from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from './json';

/** The closed set of node types of schema v1.0. */
export const NODE_TYPES = [
  'start',
  'output',
  'agent',
  'skill',
  'http',
  'sql_read',
  'code',
  'transform',
  'condition',
  'merge',
  'human_input',
  'subworkflow',
  'loop',
] as const;
export type NodeType = (typeof NODE_TYPES)[number];

export const SCHEMA_VERSION = '1.0';

/** Letters or digits of any script, `_` or `-`, 1 to 64 of them. */
export const ID_PATTERN = /^[\p{L}\p{N}_-]{1,64}$/u;

const id = z.string().regex(ID_PATTERN, 'must be 1 to 64 letters, digits, _ or -');
const jsonObject = z.custom<JsonObject>(isJsonObject, 'must be an object');
const jsonValue = z.custom<JsonValue>(() => true);
const wholeSeconds = z.int().min(1);

export const RetrySchema = z.strictObject({
  maxAttempts: z.int().min(1).max(100).default(1),
  backoffSeconds: z.number().min(0).default(1),
  maxBackoffSeconds: z.number().min(0).default(60),
  retryOn: z.array(z.string()).default([]),
});
export type Retry = z.infer<typeof RetrySchema>;

export const ON_ERROR = ['fail', 'continue', 'branch'] as const;
export type OnError = (typeof ON_ERROR)[number];

/** Field order is the order of the canonical text; see `canonicalText`. */
export const WorkflowNodeSchema = z.strictObject({
  id,
  type: z.enum(NODE_TYPES),
  name: z.string(),
  description: z.string().optional(),
  parentId: id.optional(),
  config: jsonObject,
  timeoutSeconds: wholeSeconds.optional(),
  retry: RetrySchema.optional(),
  onError: z.enum(ON_ERROR).default('fail'),
  fallback: jsonValue.optional(),
});
export type WorkflowNode = z.infer<typeof WorkflowNodeSchema>;

export const WorkflowEdgeSchema = z.strictObject({
  id,
  source: z.string(),
  sourceHandle: z.string().optional(),
  target: z.string(),
  targetHandle: z.string().optional(),
});
export type WorkflowEdge = z.infer<typeof WorkflowEdgeSchema>;

/** Times are whole seconds. */
export const SettingsSchema = z.strictObject({
  runTimeoutSeconds: wholeSeconds.default(1800),
  nodeTimeoutSeconds: wholeSeconds.default(300),
  maxSteps: z.int().min(1).default(200),
  maxLoopIterations: z.int().min(1).default(5),
  maxParallelism: z.int().min(1).default(4),
});
export type Settings = z.infer<typeof SettingsSchema>;

export const WorkflowGraphSchema = z.strictObject({
  schemaVersion: z.literal(SCHEMA_VERSION).default(SCHEMA_VERSION),
  id,
  name: z.string(),
  description: z.string().optional(),
  inputSchema: jsonObject.default(() => ({})),
  outputSchema: jsonObject.default(() => ({})),
  nodes: z.array(WorkflowNodeSchema),
  edges: z.array(WorkflowEdgeSchema),
  settings: SettingsSchema.default(() => SettingsSchema.parse({})),
});

/** A workflow as people draw it, defaults written out. Schema v1.0 is frozen. */
export type WorkflowGraph = z.infer<typeof WorkflowGraphSchema>;

/** Where things stand on the canvas; never part of the hash. Positions are pixels, relative to the parent loop. */
export const LayoutSchema = z.looseObject({
  nodes: z
    .record(
      z.string(),
      z.looseObject({
        x: z.number(),
        y: z.number(),
        width: z.number().optional(),
        height: z.number().optional(),
      }),
    )
    .default(() => ({})),
});
export type Layout = z.infer<typeof LayoutSchema>;

/** JSON Schema (2020-12) of the graph document, for editors and other languages. */
export function workflowGraphJsonSchema(): JsonObject {
  return z.toJSONSchema(WorkflowGraphSchema, { io: 'input', unrepresentable: 'any' }) as JsonObject;
}
