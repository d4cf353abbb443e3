import type { JsonValue } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { FRESH_POLICY, rowsCanShow } from './timeout-policy';

const slack = { slack: { webhookUrl: 'https://a.example', channel: '#ops' } };

it.each<[string, JsonValue | undefined, boolean]>([
  ['nothing', undefined, true],
  ...Object.values(FRESH_POLICY).map((policy): [string, JsonValue, boolean] => [
    `a fresh ${policy.policy}`,
    policy,
    true,
  ]),
  ['a Slack channel', { policy: 'notify', targets: [slack] }, true],
  ['stages with targets', { policy: 'chain', policies: [{ policy: 'notify', targets: [slack] }] }, true],
  ['an unknown policy', { policy: 'wait' }, false],
  ['a key of another release', { policy: 'autoReject', after: 3 }, false],
  ['a target of two kinds', { policy: 'notify', targets: [{ ...slack, webhook: { url: '' } }] }, false],
  ['a part of another kind', { policy: 'notify', targets: [{ webhook: { webhookUrl: '' } }] }, false],
  ['somebody of two kinds', { policy: 'escalate', to: { user: 'a', group: 'b' } }, false],
  ['a chain in a chain', { policy: 'chain', policies: [FRESH_POLICY.chain] }, false],
  ['a text', 'autoReject', false],
])('rows show %s: %j, %s', (_, policy, shown) => {
  expect(rowsCanShow(policy)).toBe(shown);
});
