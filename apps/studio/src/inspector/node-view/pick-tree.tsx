'use client';

import { pathStep } from '@weftwork/expressions';
import type { JsonObject, JsonValue } from '@weftwork/schema';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { NodeIcon } from '../../ui/node-icon';
import { shortJson } from '../expression/completions';
import { typeWord } from '../expression/known-shapes';
import { type PickSource, pickMembers } from './pick-sources';

/** More members than this wait behind a button. */
const STEP = 50;

type OnPick = (path: string) => void;

/** Values to pick from, by where they come from. A press writes the path into the field that was edited last. */
export function PickTree({ sources, onPick }: { sources: readonly PickSource[]; onPick: OnPick }) {
  return (
    <ul className="pick">
      {sources.map((source, index) => (
        <PickItem
          key={source.path}
          path={source.path}
          name={source.name}
          value={source.value}
          schema={source.schema}
          source={source}
          start={index === 0 || source.path === 'inputs'}
          onPick={onPick}
        />
      ))}
    </ul>
  );
}

interface PickItemProps {
  readonly path: string;
  readonly name: string;
  readonly value: JsonValue | undefined;
  readonly schema: JsonObject | undefined;
  readonly source?: PickSource;
  /** Open from the beginning. */
  readonly start: boolean;
  readonly onPick: OnPick;
}

function PickItem({ path, name, value, schema, source, start, onPick }: PickItemProps) {
  const t = useTranslations('inspector');
  const [open, setOpen] = useState(start);
  const [shown, setShown] = useState(STEP);
  const members = pickMembers(value, schema);
  const Fold = open ? ChevronDown : ChevronRight;
  return (
    <li>
      <div className={source ? 'pick-row head' : 'pick-row'}>
        {members.length > 0 ? (
          <button
            type="button"
            className="pick-fold"
            aria-expanded={open}
            aria-label={t('pick.inside', { name })}
            onClick={() => setOpen(!open)}
          >
            <Fold className="i" aria-hidden />
          </button>
        ) : (
          <span className="pick-fold" />
        )}
        <button
          type="button"
          className="pick-value"
          title={path}
          aria-label={t('pick.insert', { path })}
          draggable
          onDragStart={(event) => event.dataTransfer.setData('text/plain', `{{ ${path} }}`)}
          onClick={() => onPick(path)}
        >
          {source?.type ? <NodeIcon type={source.type} /> : null}
          <span className="pick-name">{name}</span>
          <span className="ty">{typeWord(value, schema)}</span>
          <span className="v">
            {source && value === null
              ? t('completion.skipped')
              : value === undefined || source
                ? ''
                : shortJson(value)}
          </span>
        </button>
      </div>
      {open && members.length > 0 ? (
        <ul>
          {members.slice(0, shown).map(({ step, value: inner, schema: known }) => (
            <PickItem
              key={step}
              path={path + pathStep(step)}
              name={String(step)}
              value={inner}
              schema={known}
              start={false}
              onPick={onPick}
            />
          ))}
          {members.length > shown ? (
            <li>
              <button type="button" className="link pick-more" onClick={() => setShown(shown + STEP)}>
                {t('pick.more', { count: members.length - shown })}
              </button>
            </li>
          ) : null}
        </ul>
      ) : null}
    </li>
  );
}
