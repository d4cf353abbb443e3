import { isJsonObject, type JsonObject, type NodeDefinition } from '@weftwork/schema';
import { z } from 'zod';
import { jsonSchema, label, template, templateMap, withRule } from '../shared/config-schema';
import { optionOf } from '../shared/read-config';
import { pureTraits } from '../shared/traits';

export const HUMAN_INPUT_MODES = ['approval', 'form', 'signal'] as const;

const HANDLES = {
  approval: ['approved', 'rejected', 'timed_out'],
  form: ['answered', 'rejected', 'timed_out'],
  signal: ['answered', 'timed_out'],
} as const;

const assignee = z
  .strictObject({ user: label.optional(), group: label.optional() })
  .refine(
    (value) => (value.user === undefined) !== (value.group === undefined),
    'names one user or one group',
  );

const notifyTarget = z
  .strictObject({
    webhook: z.strictObject({ url: z.url() }).optional(),
    slack: z.strictObject({ webhookUrl: z.url(), channel: z.string().optional() }).optional(),
  })
  .refine((value) => (value.webhook === undefined) !== (value.slack === undefined), 'names one target');

const stage = {
  autoReject: z.strictObject({ policy: z.literal('autoReject') }),
  autoApprove: z.strictObject({ policy: z.literal('autoApprove') }),
  notify: z.strictObject({ policy: z.literal('notify'), targets: z.array(notifyTarget).optional() }),
  escalate: z.strictObject({ policy: z.literal('escalate'), to: assignee }),
};
const stages = z.discriminatedUnion('policy', [
  stage.autoReject,
  stage.autoApprove,
  stage.notify,
  stage.escalate,
]);
/** `chain` takes one policy per expiry, in order. */
const onTimeout = z.discriminatedUnion('policy', [
  stage.autoReject,
  stage.autoApprove,
  stage.notify,
  stage.escalate,
  z.strictObject({ policy: z.literal('chain'), policies: z.array(stages).min(1) }),
]);

const approvers = z.strictObject({
  required: z.int().min(1).optional(),
  groups: z.array(label).optional(),
  reason: z.string().optional(),
});

/** It stands in an index of the store, which holds short texts. */
const signalName = label.max(128);

export const humanInputConfigSchema = withRule(
  z.strictObject({
    mode: z.enum(HUMAN_INPUT_MODES).optional(),
    message: template.optional(),
    show: templateMap.optional(),
    schema: jsonSchema.optional(),
    assignee: assignee.optional(),
    approvers: approvers.optional(),
    deadlineSeconds: z.int().min(1).optional(),
    onTimeout: onTimeout.optional(),
    signal: z.strictObject({ name: signalName, key: template }).optional(),
  }),
  function* (config) {
    const mode = modeOf(config);
    if (mode === 'signal') {
      if (config.signal === undefined) {
        yield {
          path: ['signal'],
          code: 'MISSING_FIELD',
          message: 'Waiting for a signal needs its name and key.',
        };
      }
    } else if (config.message === undefined) {
      yield {
        path: ['message'],
        code: 'MISSING_FIELD',
        message: 'A person needs to read what to decide or answer.',
      };
    }
    if (mode === 'approval') return;
    for (const path of autoApprovals(config)) {
      yield { path, message: `"autoApprove" fits mode "approval" only, and this is "${mode}".` };
    }
  },
);
export type HumanInputConfig = z.infer<typeof humanInputConfigSchema>;

function modeOf(config: JsonObject): (typeof HUMAN_INPUT_MODES)[number] {
  return optionOf(config, 'mode', HUMAN_INPUT_MODES);
}

function autoApprovals({ onTimeout: policy }: JsonObject): PropertyKey[][] {
  if (!isJsonObject(policy)) return [];
  const found: PropertyKey[][] = policy.policy === 'autoApprove' ? [['onTimeout', 'policy']] : [];
  if (!Array.isArray(policy.policies)) return found;
  for (const [index, item] of policy.policies.entries()) {
    if (isJsonObject(item) && item.policy === 'autoApprove')
      found.push(['onTimeout', 'policies', index, 'policy']);
  }
  return found;
}

/** What comes with quorum and escalation; the config is accepted so that graphs need not change then. */
function* unavailable(config: JsonObject): Generator<{ path: string[]; message: string }> {
  const { approvers, onTimeout } = config;
  if (isJsonObject(approvers) && Number(approvers.required ?? 1) > 1) {
    yield { path: ['approvers', 'required'], message: 'One approval decides; several are not counted yet.' };
  }
  if (isJsonObject(approvers) && Array.isArray(approvers.groups) && approvers.groups.length > 0) {
    yield {
      path: ['approvers', 'groups'],
      message: 'Groups are not looked at yet: whoever may operate may decide.',
    };
  }
  const policy = isJsonObject(onTimeout) ? onTimeout.policy : undefined;
  if (policy === 'notify' || policy === 'escalate' || policy === 'chain') {
    yield {
      path: ['onTimeout', 'policy'],
      message: `"${policy}" is not done yet: the gate ends as timed out.`,
    };
  }
}

function limitations(config: JsonObject) {
  return [...unavailable(config)];
}

export const humanInputDefinition: NodeDefinition = {
  ...pureTraits,
  type: 'human_input',
  kind: 'gate',
  group: 'people',
  icon: 'user-check',
  configSchema: humanInputConfigSchema,
  defaults: { mode: 'approval', onTimeout: { policy: 'autoReject' } },
  expressions: [
    { path: ['message'], mode: 'template' },
    { path: ['show'], mode: 'template' },
    { path: ['signal', 'key'], mode: 'template' },
  ],
  fields: [
    { name: 'mode', control: 'select', options: HUMAN_INPUT_MODES },
    {
      name: 'message',
      control: 'templateText',
      required: true,
      when: { field: 'mode', is: ['approval', 'form'] },
    },
    { name: 'show', control: 'templateMap', when: { field: 'mode', is: ['approval', 'form'] } },
    { name: 'schema', control: 'jsonSchema', when: { field: 'mode', is: ['form', 'signal'] } },
    { name: 'signal', control: 'signal', required: true, when: { field: 'mode', is: ['signal'] } },
    { name: 'deadlineSeconds', control: 'number' },
    { name: 'onTimeout', control: 'timeoutPolicy', advanced: true },
    { name: 'assignee', control: 'assignee', advanced: true },
    { name: 'approvers', control: 'approvers', advanced: true, when: { field: 'mode', is: ['approval'] } },
  ],
  handles: (config) => HANDLES[modeOf(config)],
  failingHandles: ['rejected', 'timed_out'],
  limitations,
  allowedOnError: ['fail', 'branch'],
  initialConfig: { mode: 'approval', message: 'Please check and decide.' },
  errorCodes: [
    'GATE_REJECTED',
    'GATE_TIMEOUT',
    'EXPRESSION_MISSING',
    'EXPRESSION_TYPE_MISMATCH',
    'VALUE_TOO_LARGE',
  ],
};
