import { isJsonObject } from '@weftwork/schema';
import type { Report } from './report';
import type { SketchNode } from './sketch';

const RETRY_KIND = /^(?:timeout|transient|rate_limit|schema|any|status:[1-5](?:xx|\d\d))$/;

/** Retry, time limit and `onError`, as far as the node's type allows them. */
export function checkOptions(node: SketchNode, report: Report): void {
  const { definition } = node;
  if (!definition) return;
  if (node.retry !== undefined && !definition.allowsRetry) {
    report.node(
      node,
      'RETRY_NOT_ALLOWED',
      ['retry'],
      `A ${node.type} node makes no attempts that could be repeated.`,
    );
  }
  if (node.timeoutSeconds !== undefined && !definition.allowsTimeout) {
    const hint = definition.kind === 'gate' ? ' Set "deadlineSeconds" in its config.' : '';
    report.node(
      node,
      'TIMEOUT_NOT_ALLOWED',
      ['timeoutSeconds'],
      `A ${node.type} node has no time limit.${hint}`,
    );
  }
  if (!definition.allowedOnError.includes(node.onError)) {
    const allowed = definition.allowedOnError.map((choice) => `"${choice}"`).join(' or ');
    const message = `A ${node.type} node cannot have onError "${node.onError}"; choose ${allowed}.`;
    report.node(node, 'ON_ERROR_NOT_ALLOWED', ['onError'], message);
  }
  checkRetryKinds(node, report);
}

function checkRetryKinds(node: SketchNode, report: Report): void {
  const kinds = isJsonObject(node.retry) ? (node.retry.retryOn ?? node.retry.retry_on) : undefined;
  if (!Array.isArray(kinds)) return;
  kinds.forEach((kind, index) => {
    if (typeof kind !== 'string' || RETRY_KIND.test(kind)) return;
    const message = `"${kind}" is no kind of error; there are timeout, transient, rate_limit, schema, any and status:5xx.`;
    report.node(node, 'INVALID_FIELD', ['retry', 'retryOn', index], message);
  });
}
