'use client';

import { type FieldChange, type GraphDiff, type NodeChange, outputHandles } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { ArrowRight, Settings2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import type { WorkflowGraph, WorkflowNode } from '../api/types';
import { NodeIcon } from '../ui/node-icon';
import './changes.css';
import { CHANGE_SIGNS } from './diff-graph';
import { TextDiff } from './text-diff';
import { type Leads, leadsOf, useChangeWords, useSummaryText } from './use-change-words';
import { isLongText } from './value-text';

export interface ChangeRowsProps {
  readonly diff: GraphDiff;
  readonly after: WorkflowGraph;
  /** Where there is a picture to point into. */
  readonly onShow?: (nodeId: string) => void;
}

/** What changed, in words: a row for each node that came, went or changed, for each way that leads elsewhere, and for the workflow. */
export function ChangeRows({ diff, after, onShow }: ChangeRowsProps) {
  const t = useTranslations('versions');
  const { own, between } = useMemo(() => leadsOf(diff), [diff]);
  const nodes = useMemo(() => {
    const gone = diff.nodes.filter(({ kind }) => kind === 'removed').map(({ node }) => node);
    return new Map([...after.nodes, ...gone].map((node) => [node.id, node]));
  }, [diff, after]);
  const nameOf = (id: string) => nodes.get(id)?.name || id;
  const inOrder = useMemo(() => [...diff.nodes].sort((a, b) => ORDER[a.kind] - ORDER[b.kind]), [diff]);
  if (inOrder.length + between.length + diff.workflow.length === 0) {
    return <p className="mut t12 pad12">{t('none')}</p>;
  }
  return (
    <ul className="chs">
      {inOrder.map((change) => (
        <Row key={`${change.kind}${change.node.id}`} kind={change.kind} node={change.node} onShow={onShow}>
          <NodeWords change={change} leads={own.get(change.node.id) ?? []} nameOf={nameOf} />
        </Row>
      ))}
      {between.map((leads) => (
        <Row
          key={`${leads.kind}${leads.source}.${leads.handle}`}
          kind={leads.kind}
          node={nodes.get(leads.source)}
          onShow={onShow}
        >
          <LeadWords leads={leads} source={nodes.get(leads.source)} nameOf={nameOf} />
        </Row>
      ))}
      {diff.workflow.length > 0 ? (
        <Row kind="changed" node={undefined} onShow={undefined}>
          <Fields fields={diff.workflow} type={undefined} />
        </Row>
      ) : null}
    </ul>
  );
}

const ORDER = { added: 0, removed: 1, changed: 2 } as const;

function Row(props: {
  kind: NodeChange['kind'];
  node: WorkflowNode | undefined;
  onShow: ((nodeId: string) => void) | undefined;
  children: ReactNode;
}) {
  const t = useTranslations('versions');
  const { kind, node, onShow } = props;
  const { Icon, look } = CHANGE_SIGNS[kind];
  return (
    <li className="chr" data-change={kind}>
      <span className={`sg ${look}`}>
        <Icon className="i" role="img" aria-label={t(`kind.${kind}`)} />
      </span>
      {node ? (
        <NodeIcon type={node.type} />
      ) : (
        <span className="nk" aria-hidden>
          <Settings2 className="i" />
        </span>
      )}
      <b className="ell" title={node?.id}>
        {node ? node.name || node.id : t('workflow')}
      </b>
      <div className="chr-words">{props.children}</div>
      {node && onShow ? (
        <button type="button" className="link" onClick={() => onShow(node.id)}>
          {t('show')}
          <span className="sr"> {node.name || node.id}</span>
        </button>
      ) : null}
    </li>
  );
}

function NodeWords(props: { change: NodeChange; leads: readonly Leads[]; nameOf: (id: string) => string }) {
  const t = useTranslations('versions');
  const summary = useSummaryText();
  const { change } = props;
  if (change.kind === 'removed') return <span>{t('gone', { what: summary(change.node) })}</span>;
  if (change.kind === 'added') {
    return (
      <>
        <span>{t('new', { what: summary(change.node) })}</span>
        {props.leads.map((leads) => (
          <LeadWords key={leads.handle} leads={leads} source={change.node} nameOf={props.nameOf} />
        ))}
      </>
    );
  }
  return (
    <>
      {change.formerId === undefined ? null : (
        <span>
          {t('field.node.id')} <del>{change.formerId}</del> <Arrow /> <ins>{change.node.id}</ins>
        </span>
      )}
      <Fields fields={change.fields} type={change.node.type} />
    </>
  );
}

function LeadWords(props: {
  leads: Leads;
  source: WorkflowNode | undefined;
  nameOf: (id: string) => string;
}) {
  const t = useTranslations('versions');
  const { leads, source, nameOf } = props;
  const names = leads.targets.map((id, at) => (
    <Fragment key={id}>
      {at > 0 ? t('and') : null}
      <b>{nameOf(id)}</b>
    </Fragment>
  ));
  return (
    <span>
      {source && outputHandles(nodeDefinitions, source).length === 1
        ? t.rich(leads.kind === 'added' ? 'leadsOn' : 'leadsOnNoMore', { targets: () => names })
        : t.rich(leads.kind === 'added' ? 'leads' : 'leadsNoMore', {
            handle: () => <code>{leads.handle}</code>,
            targets: () => names,
          })}
    </span>
  );
}

/** As many fields as fit a glance; the rest on demand. */
const STEP = 6;

function Fields({
  fields,
  type,
}: {
  fields: readonly FieldChange[];
  type: WorkflowNode['type'] | undefined;
}) {
  const t = useTranslations('versions');
  const words = useChangeWords(type);
  const [all, setAll] = useState(false);
  const shown = all ? fields : fields.slice(0, STEP);
  return (
    <>
      {shown.map((field) => (
        <Field key={field.path.join('/')} field={field} words={words(field)} />
      ))}
      {fields.length > shown.length ? (
        <button type="button" className="link" onClick={() => setAll(true)}>
          {t('moreFields', { count: fields.length - shown.length })}
        </button>
      ) : null}
    </>
  );
}

function Field({
  field,
  words,
}: {
  field: FieldChange;
  words: ReturnType<ReturnType<typeof useChangeWords>>;
}) {
  const t = useTranslations('versions');
  const { before, after, secret } = field;
  if (secret) {
    return (
      <span>
        {words.label} <i className="chg-secret">{t('secretChanged')}</i>
      </span>
    );
  }
  if (isLongText(before) && isLongText(after)) {
    return (
      <details className="chg-text">
        <summary>
          {words.label} <i>{t('textChanged')}</i>
        </summary>
        <TextDiff before={before} after={after} label={words.label} />
      </details>
    );
  }
  const old = before === undefined ? undefined : words.value(before);
  const now = after === undefined ? undefined : words.value(after);
  return (
    <span>
      {words.label}{' '}
      {old ? <del title={old.whole}>{old.text || t('empty')}</del> : <i className="mut">{t('unset')}</i>}{' '}
      <Arrow />{' '}
      {now ? <ins title={now.whole}>{now.text || t('empty')}</ins> : <i className="mut">{t('unset')}</i>}
    </span>
  );
}

function Arrow() {
  const t = useTranslations('versions');
  return <ArrowRight className="i" role="img" aria-label={t('became')} />;
}
