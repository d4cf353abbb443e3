'use client';

import { ChevronDown, ChevronRight, Copy } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { JsonValue } from '../api/types';
import { copyText } from './clipboard';
import { expressionPath, matches } from './json-path';

/** More members than this wait behind a button, so that big values do not hold the page up. */
const STEP = 100;
const LONG_TEXT = 400;
/** A page bears no longer text in one place; the copy button gives all of it. */
const LONGEST_TEXT = 100_000;

interface NodeProps {
  readonly name: string | number | undefined;
  readonly value: JsonValue;
  readonly path: readonly (string | number)[];
  readonly root: string;
  readonly needle: string;
  readonly depth: number;
}

/** A JSON value as a tree that opens and closes; a path is copied from the button of its row. */
export function JsonTree(props: { value: JsonValue; root?: string; needle?: string }) {
  const { value, root = '', needle = '' } = props;
  return (
    <div className="tree">
      {typeof value === 'object' && value !== null ? (
        <Members value={value} path={[]} root={root} needle={needle} depth={0} />
      ) : (
        <TreeNode name={undefined} value={value} path={[]} root={root} needle={needle} depth={0} />
      )}
    </div>
  );
}

function Members(props: Omit<NodeProps, 'name'>) {
  const t = useTranslations('runs');
  const [shown, setShown] = useState(STEP);
  const { value, path, needle } = props;
  const isList = Array.isArray(value);
  const entries = Object.entries(value as object) as [string, JsonValue][];
  const visible = needle
    ? entries.filter(
        ([key, inner]) => (!isList && key.toLowerCase().includes(needle)) || matches(inner, needle),
      )
    : entries;
  return (
    <>
      {visible.slice(0, shown).map(([key, inner]) => {
        const name = isList ? Number(key) : key;
        return <TreeNode {...props} key={key} name={name} value={inner} path={[...path, name]} />;
      })}
      {visible.length > shown ? (
        <button type="button" className="link tree-more" onClick={() => setShown(shown + STEP)}>
          {t('json.more', { count: visible.length - shown })}
        </button>
      ) : null}
      {entries.length === 0 ? <div className="tr m">{isList ? '[]' : '{}'}</div> : null}
    </>
  );
}

function TreeNode(props: NodeProps) {
  const t = useTranslations('runs');
  const { name, value, path, root, needle, depth } = props;
  const secret = secretName(value);
  const branch =
    secret === undefined && typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  const [open, setOpen] = useState(depth < 2 && Object.keys(value ?? {}).length <= 30);
  const isOpen = open || needle !== '';
  const copyPath = () => void copyText(expressionPath(root, path));
  return (
    <div className="tn">
      <div className="tr">
        {branch ? (
          <button type="button" className="fold-b" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? <ChevronDown className="i" aria-hidden /> : <ChevronRight className="i" aria-hidden />}
            <span className="k">{name}</span>
            <span className="m">
              {Array.isArray(value)
                ? t('json.items', { count: value.length })
                : t('json.fields', { count: Object.keys(value).length })}
            </span>
          </button>
        ) : (
          <>
            {name === undefined ? null : <span className="k">{name}</span>}
            {secret === undefined ? (
              <Leaf value={value} />
            ) : (
              <>
                <span className="mask" aria-hidden>
                  ••••••••
                </span>
                <span className="m">{t('json.secret', { name: secret })}</span>
              </>
            )}
          </>
        )}
        {path.length > 0 ? (
          <button type="button" className="copy-path" onClick={copyPath} title={t('json.copyPath')}>
            <Copy className="i" aria-hidden />
            <span className="sr">{`${t('json.copyPath')}: ${expressionPath(root, path)}`}</span>
          </button>
        ) : null}
      </div>
      {branch && isOpen ? (
        <div className="tn-in">
          <Members {...props} depth={depth + 1} />
        </div>
      ) : null}
    </div>
  );
}

function Leaf({ value }: { value: JsonValue }) {
  const t = useTranslations('runs');
  const [whole, setWhole] = useState(false);
  if (typeof value === 'string') {
    const long = value.length > LONG_TEXT && !whole;
    return (
      <span className="v vs">
        {JSON.stringify(value.slice(0, long ? LONG_TEXT : LONGEST_TEXT))}
        {whole && value.length > LONGEST_TEXT ? (
          <span className="m"> … {t('json.cut', { count: value.length - LONGEST_TEXT })}</span>
        ) : null}
        {long ? (
          <button type="button" className="link" onClick={() => setWhole(true)}>
            {` ${t('json.whole', { count: value.length })}`}
          </button>
        ) : null}
      </span>
    );
  }
  const kind = typeof value === 'number' ? 'vn' : value === null ? 'v0' : 'vb';
  return (
    <span className={`v ${kind}`}>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</span>
  );
}

/** A secret is named where it stands and never shown. */
function secretName(value: JsonValue): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.keys(value).length === 1 && typeof value.$secret === 'string' ? value.$secret : undefined;
}
