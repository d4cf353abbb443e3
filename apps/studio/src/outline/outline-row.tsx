'use client';

import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { NodeType } from '@weftwork/schema';
import { ChevronDown, ChevronRight, CircleX, Ellipsis, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Fragment, type KeyboardEvent, type MouseEvent, memo, useState } from 'react';
import { type PlacedIssue, useNodeIssues, useNodeState } from '../canvas/canvas-store';
import { ActionItem } from '../editor-page/actions/action-item';
import type { ActionId } from '../editor-page/actions/all-actions';
import { useEditorStore } from '../editor-page/editor-store';
import { inOneText, useProblemWords } from '../i18n/problem-words';
import { IconButton } from '../ui/button';
import { Menu, MenuLine } from '../ui/menu';
import { NodeIcon } from '../ui/node-icon';
import { StatusBadge } from '../ui/status-badge';
import type { OutlineLine } from './outline-lines';

export interface OutlineRowProps {
  readonly line: OutlineLine;
  readonly folded: boolean;
  readonly chosen: boolean;
  /** The one row that the Tab key reaches. */
  readonly active: boolean;
  readonly onChoose: (id: string, event: MouseEvent) => void;
  readonly onFold: (id: string, closed: boolean) => void;
  readonly onGoTo: (issue: PlacedIssue) => void;
}

/** A node in the table: what it is, where it stands, what is wrong with it and what it did. */
export const OutlineRow = memo(
  function OutlineRow({ line, folded, chosen, active, onChoose, onFold, onGoTo }: OutlineRowProps) {
    const t = useTranslations('keyboard.outline');
    const words = useTranslations('canvas');
    const state = useNodeState(line.id);
    const known = Object.hasOwn(nodeDefinitions, line.type);
    const Fold = folded ? ChevronRight : ChevronDown;
    return (
      <tr
        data-row={line.id}
        tabIndex={active ? 0 : -1}
        aria-level={line.level}
        aria-posinset={line.position}
        aria-setsize={line.siblings}
        aria-expanded={line.hasBody ? !folded : undefined}
        aria-selected={chosen}
        className={chosen ? 'on' : undefined}
        onClick={(event) => onChoose(line.id, event)}
      >
        <td className="outline-order">{line.order}</td>
        <td className="outline-name" style={{ '--level': line.level - 1 } as React.CSSProperties}>
          <span className="outline-name-in">
            {line.hasBody ? (
              <button
                type="button"
                className="outline-fold"
                tabIndex={-1}
                aria-label={t(folded ? 'unfold' : 'fold', { name: line.name })}
                onClick={() => onFold(line.id, !folded)}
              >
                <Fold className="i" aria-hidden />
              </button>
            ) : (
              <span className="outline-fold" />
            )}
            <NodeIcon type={line.type} />
            <span className="ell" title={line.name}>
              {line.name}
            </span>
            <code className="mut ell">{line.id}</code>
          </span>
        </td>
        <td className="ell">{known ? words(`nodes.${line.type as NodeType}.name`) : line.type}</td>
        <td className="ell" title={line.from}>
          {line.from}
        </td>
        <td className="ell" title={line.to}>
          {line.to}
        </td>
        <td>
          <Issues nodeId={line.id} active={active} onGoTo={onGoTo} />
        </td>
        <td>
          <StatusBadge status={state?.status ?? 'idle'} />
        </td>
        <td className="outline-more">
          <RowMenu nodeId={line.id} name={line.name} active={active} />
        </td>
      </tr>
    );
  },
  (before, after) =>
    before.folded === after.folded &&
    before.chosen === after.chosen &&
    before.active === after.active &&
    (Object.keys(after.line) as (keyof OutlineLine)[]).every((key) => before.line[key] === after.line[key]),
);

function Issues(props: { nodeId: string; active: boolean; onGoTo: (issue: PlacedIssue) => void }) {
  const t = useTranslations('keyboard.outline');
  const words = useProblemWords('issues');
  const issues = useNodeIssues(props.nodeId) ?? [];
  const first = issues.find(({ severity }) => severity === 'error') ?? issues[0];
  if (!first) return <span className="mut">{t('noProblems')}</span>;
  const Icon = first.severity === 'error' ? CircleX : TriangleAlert;
  const said = inOneText(words(first));
  return (
    <button
      type="button"
      className="link outline-issue"
      tabIndex={props.active ? 0 : -1}
      title={said}
      onClick={(event) => {
        event.stopPropagation();
        props.onGoTo(first);
      }}
    >
      <Icon className={first.severity === 'error' ? 'i sev-e' : 'i sev-w'} aria-hidden />
      {t('problems', { count: issues.length })}
      <span className="sr">: {said}</span>
    </button>
  );
}

const ROW_ACTIONS: readonly (readonly ActionId[])[] = [
  ['openInspector', 'rename', 'connect', 'addAfter', 'moveInto'],
  ['duplicate', 'copy', 'cut'],
  ['remove', 'removeReconnect'],
];

/** What can be done with the node; opening it selects the row, since actions are about the selection. */
function RowMenu({ nodeId, name, active }: { nodeId: string; name: string; active: boolean }) {
  const t = useTranslations('keyboard.outline');
  const store = useEditorStore();
  const [opened, setOpened] = useState(false);
  const choose = () => {
    setOpened(true);
    if (!store.getState().chosen.nodes.has(nodeId)) store.getState().choose([nodeId]);
  };
  return (
    <Menu
      trigger={
        <IconButton
          label={t('more', { name })}
          size="small"
          tabIndex={active ? 0 : -1}
          onPointerDown={choose}
          onClick={(event) => event.stopPropagation()}
          onKeyDown={(event: KeyboardEvent) => {
            if (['Enter', ' ', 'ArrowDown'].includes(event.key)) {
              choose();
              event.stopPropagation();
            }
          }}
        >
          <Ellipsis className="i" aria-hidden />
        </IconButton>
      }
    >
      {opened
        ? ROW_ACTIONS.map((part, at) => (
            <Fragment key={part[0]}>
              {at > 0 ? <MenuLine /> : null}
              {part.map((id) => (
                <ActionItem key={id} id={id} />
              ))}
            </Fragment>
          ))
        : null}
    </Menu>
  );
}
