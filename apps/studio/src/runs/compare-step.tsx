'use client';

import { useTranslations } from 'next-intl';
import type { NodeRun } from '../api/types';
import { type ComparedStep, type Contents, steady } from '../run-state/compare-runs';
import { NodeIcon } from '../ui/node-icon';
import { TextDiff } from '../versions/text-diff';
import '../versions/changes.css';
import { type NodeNames, stepName } from './node-names';
import { SameSign } from './same-sign';

/** What went in and what came out, as text, line by line. */
export function CompareStep(props: { step: ComparedStep; names: NodeNames; contents: Contents }) {
  const t = useTranslations('runs');
  const { step, names, contents } = props;
  const parts = [
    { id: 'input', same: step.input, a: step.a?.input, b: step.b?.input },
    { id: 'output', same: step.output, a: resultOf(step.a, contents), b: resultOf(step.b, contents) },
  ] as const;
  return (
    <section className="panel c-diff" aria-label={stepName(names, step)}>
      <div className="ph">
        <NodeIcon type={names.type(step.nodeId)} />
        <h3 className="ell">{stepName(names, step)}</h3>
      </div>
      {parts.map(({ id, same, a, b }) => (
        <div key={id} className="c-part">
          <h4>
            {t(`compare.${id}`)} <SameSign same={same} />
          </h4>
          {same === 'none' ? <p className="mut t12">{t('compare.nothing')}</p> : null}
          {same === 'same' ? <pre className="json-text">{pretty(a, contents)}</pre> : null}
          {same === 'differs' ? (
            <TextDiff before={pretty(a, contents)} after={pretty(b, contents)} label={t(`compare.${id}`)} />
          ) : null}
        </div>
      ))}
    </section>
  );
}

function resultOf(run: NodeRun | undefined, contents: Contents) {
  if (!run) return undefined;
  const { output, error, handle, spilled } = run;
  if (error) return { error: { code: error.code, message: error.message } };
  if (!handle && !spilled) return output ?? undefined;
  const stored = Object.entries(spilled ?? {}).map(([key, { artifactId, bytes }]) => {
    const sha256 = contents.get(artifactId);
    return [key, sha256 === undefined ? { bytes } : { bytes, sha256 }] as const;
  });
  return {
    ...(handle ? { handle } : {}),
    output: output ?? null,
    ...(stored.length > 0 ? { stored: Object.fromEntries(stored) } : {}),
  };
}

/** Beyond this much text nobody compares by eye. */
const LONGEST = 200_000;

function pretty(value: unknown, contents: Contents): string {
  if (value === undefined) return '';
  return JSON.stringify(steady(value as never, contents), null, 2).slice(0, LONGEST);
}
