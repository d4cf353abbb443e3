import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';

export const POLICIES = ['autoReject', 'autoApprove', 'notify', 'escalate', 'chain'] as const;
export type Policy = (typeof POLICIES)[number];
/** What a chain may hold: every policy but another chain. */
export const STAGES = POLICIES.filter((each) => each !== 'chain');

export const TARGETS = ['webhook', 'slack'] as const;
export type Target = (typeof TARGETS)[number];

/** What each policy begins with. */
export const FRESH_POLICY: Readonly<Record<Policy, JsonObject>> = {
  autoReject: { policy: 'autoReject' },
  autoApprove: { policy: 'autoApprove' },
  notify: { policy: 'notify', targets: [{ webhook: { url: 'https://' } }] },
  escalate: { policy: 'escalate', to: { group: '' } },
  chain: { policy: 'chain', policies: [{ policy: 'notify' }, { policy: 'autoReject' }] },
};

export const FRESH_TARGET: Readonly<Record<Target, JsonObject>> = {
  webhook: { webhook: { url: 'https://' } },
  slack: { slack: { webhookUrl: 'https://' } },
};

/** Whether rows show all of a policy; one from elsewhere that holds more stays JSON, so that nothing is lost. */
export function rowsCanShow(value: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  if (!isJsonObject(value)) return false;
  const { policy } = value;
  if (!POLICIES.some((each) => each === policy)) return false;
  switch (policy as Policy) {
    case 'autoReject':
    case 'autoApprove':
      return holdsOnly(value, ['policy']);
    case 'notify':
      return holdsOnly(value, ['policy', 'targets']) && isListOf(value.targets, isTarget);
    case 'escalate':
      return (
        holdsOnly(value, ['policy', 'to']) && isListOf(value.to === undefined ? [] : [value.to], isAssignee)
      );
    case 'chain':
      return (
        holdsOnly(value, ['policy', 'policies']) &&
        isListOf(value.policies, (stage) => rowsCanShow(stage) && (stage as JsonObject).policy !== 'chain')
      );
  }
}

const holdsOnly = (value: JsonObject, keys: readonly string[]) =>
  Object.keys(value).every((key) => keys.includes(key));

const isListOf = (value: JsonValue | undefined, fits: (item: JsonValue) => boolean) =>
  value === undefined || (Array.isArray(value) && value.every(fits));

const isText = (value: JsonValue | undefined) => value === undefined || typeof value === 'string';

function isAssignee(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  return (
    holdsOnly(value, ['user', 'group']) &&
    Object.keys(value).length <= 1 &&
    Object.values(value).every(isText)
  );
}

function isTarget(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const [kind, ...more] = Object.keys(value);
  const target = value[kind ?? ''];
  if (more.length > 0 || !isJsonObject(target ?? null)) return false;
  const { url, webhookUrl, channel, ...rest } = target as JsonObject;
  if (Object.keys(rest).length > 0 || ![url, webhookUrl, channel].every(isText)) return false;
  return kind === 'webhook'
    ? webhookUrl === undefined && channel === undefined
    : kind === 'slack' && url === undefined;
}
