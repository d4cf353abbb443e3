'use client';

import type { FieldChange, GraphDiff, NodeChange } from '@weftwork/editor';
import { useTranslations } from 'next-intl';
import type { JsonValue, WorkflowNode } from '../api/types';
import { summaryOf } from '../canvas/node-summary';
import { useFieldWords } from '../inspector/field-words';
import { valueText } from './value-text';

type NodeType = WorkflowNode['type'];

export interface FieldWords {
  /** Which field, in the reader's language where the catalogue knows it. */
  readonly label: string;
  value(side: JsonValue): { text: string; whole: string };
}

/** Names of what differs: the inspector's own words for config fields, and the catalogue for everything else. */
export function useChangeWords(type: NodeType | undefined): (change: FieldChange) => FieldWords {
  const t = useTranslations('versions');
  const fields = useFieldWords(type ?? 'start');
  return ({ path }) => {
    const [first, second, ...rest] = path;
    const inConfig = type !== undefined && first === 'config' && typeof second === 'string';
    const key = path.join('_');
    const known = `field.${type === undefined ? 'workflow' : 'node'}.${key}`;
    const label = inConfig
      ? [fields.label(second), ...rest].join(' › ')
      : t.has(known as never)
        ? t(known as never)
        : labelOfPart(t, type === undefined ? 'workflow' : 'node', path);
    return {
      label,
      value(side) {
        if (inConfig && rest.length === 0 && typeof side === 'string') {
          const option = fields.option(second, side);
          if (option !== side) return { text: option, whole: option };
        }
        const option = `option.${key}.${String(side)}`;
        if (typeof side === 'string' && t.has(option as never)) {
          const text = t(option as never);
          return { text, whole: text };
        }
        if (typeof side === 'number' && /Seconds$/.test(String(path.at(-1)))) {
          const text = t('seconds', { n: side });
          return { text, whole: text };
        }
        return valueText(side, path);
      },
    };
  };
}

/** The longest known beginning of a path in words, and the rest as it is. */
function labelOfPart(
  t: ReturnType<typeof useTranslations<'versions'>>,
  kind: 'workflow' | 'node',
  path: FieldChange['path'],
): string {
  const head = `field.${kind}.${String(path[0])}`;
  const name = t.has(head as never) ? t(head as never) : String(path[0]);
  return [name, ...path.slice(1)].join(' › ');
}

/** What a new node is for, as its card says it. */
export function useSummaryText(): (node: WorkflowNode) => string {
  const canvas = useTranslations('canvas');
  return (node) => {
    const type = canvas.has(`nodes.${node.type}.name` as never)
      ? canvas(`nodes.${node.type}.name` as never)
      : String(node.type);
    const summary = summaryOf(node);
    if (!summary) return type;
    const text =
      summary.kind === 'words' ? canvas(`summary.${summary.key}`, summary.values ?? {}) : summary.text;
    const line = text.replace(/\s+/g, ' ');
    return line === '' || line === type
      ? type
      : canvas('summary.typeAnd', { type, summary: line.length > 90 ? `${line.slice(0, 90)}…` : line });
  };
}

export interface Leads {
  readonly kind: 'added' | 'removed';
  readonly source: string;
  readonly handle: string;
  readonly targets: readonly string[];
}

/**
 * Edges by where they start. Those of a node that came are told with it, and those of one that went went with it.
 */
export function leadsOf(diff: GraphDiff): { own: ReadonlyMap<string, Leads[]>; between: readonly Leads[] } {
  const kinds = new Map(diff.nodes.map((change) => [change.node.id, change.kind]));
  const groups = new Map<
    string,
    { kind: Leads['kind']; source: string; handle: string; targets: string[] }
  >();
  for (const { kind, source, sourceHandle, target } of diff.edges) {
    if (kinds.get(source) === 'removed') continue;
    const key = `${kind} ${source} ${sourceHandle}`;
    const group = groups.get(key);
    if (group) group.targets.push(target);
    else groups.set(key, { kind, source, handle: sourceHandle, targets: [target] });
  }
  const own = new Map<string, Leads[]>();
  const between: Leads[] = [];
  for (const group of groups.values()) {
    if (kinds.get(group.source) !== 'added') between.push(group);
    else own.set(group.source, [...(own.get(group.source) ?? []), group]);
  }
  return { own, between };
}

/** What to count: nodes and edges that came and went, and nodes and workflow fields that changed. */
export function tally(diff: GraphDiff) {
  const nodes = (kind: NodeChange['kind']) => diff.nodes.filter((change) => change.kind === kind).length;
  const edges = (kind: 'added' | 'removed') => diff.edges.filter((edge) => edge.kind === kind).length;
  return {
    added: { nodes: nodes('added'), edges: edges('added') },
    removed: { nodes: nodes('removed'), edges: edges('removed') },
    changed: nodes('changed') + (diff.workflow.length > 0 ? 1 : 0),
  };
}
