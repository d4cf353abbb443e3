'use client';

import { countChanges, diffGraphs } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { useSession } from '../api/queries';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { RelativeTime } from '../ui/time';
import { ChangeRows } from '../versions/change-rows';
import type { Conflict } from './draft-saver';
import { useEditor } from './editor-store';

export interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onClose: () => void;
}

/** Two people saved one draft: shows both revisions and how they differ; nothing is written until one is chosen. */
export function ConflictDialog({ conflict, onKeepMine, onTakeTheirs, onClose }: ConflictDialogProps) {
  const t = useTranslations('canvas');
  const mine = useEditor((state) => state.document);
  const [compared, setCompared] = useState(false);
  const diff = useMemo(
    () => diffGraphs(conflict.theirs.graph, mine.graph, nodeDefinitions),
    [conflict, mine],
  );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('conflict.title')}
      foot={
        <>
          <Button onClick={() => setCompared(!compared)} aria-expanded={compared}>
            {t('conflict.compare')}
          </Button>
          <span className="sp" />
          <Button onClick={onTakeTheirs}>{t('conflict.theirs')}</Button>
          <Button look="primary" onClick={onKeepMine}>
            {t('conflict.mine')}
          </Button>
        </>
      }
    >
      <p>
        <SavedBy conflict={conflict} />
      </p>
      <p>{t('conflict.text')}</p>
      <dl className="two-revisions">
        <div>
          <dt>{t('conflict.yours')}</dt>
          <dd>
            <code>{t('conflict.from', { revision: conflict.myRevision })}</code>
            <span className="mut">
              {t('conflict.size', { nodes: mine.graph.nodes.length, edges: mine.graph.edges.length })}
            </span>
          </dd>
        </div>
        <div>
          <dt>{t('conflict.stored')}</dt>
          <dd>
            <code>{t('conflict.revision', { revision: conflict.theirRevision })}</code>
            <span className="mut">
              {t('conflict.size', {
                nodes: conflict.theirs.graph.nodes.length,
                edges: conflict.theirs.graph.edges.length,
              })}
            </span>
          </dd>
        </div>
      </dl>
      {compared ? (
        <>
          <h3>{t('conflict.changes', { count: countChanges(diff) })}</h3>
          <div className="boxed-changes">
            <ChangeRows diff={diff} after={mine.graph} />
          </div>
        </>
      ) : null}
      <p className="help">{t('conflict.undo')}</p>
    </Dialog>
  );
}

/** Who saved meanwhile: often oneself, in another tab. */
function SavedBy({ conflict: { savedBy, savedAt } }: { conflict: Conflict }) {
  const t = useTranslations('canvas');
  const session = useSession();
  if (savedBy === undefined || savedAt === undefined) return t('conflict.saved.somebody');
  if (session.isPending) return null;
  const when = () => <RelativeTime at={savedAt} long />;
  return session.data?.userId === savedBy
    ? t.rich('conflict.saved.you', { when })
    : t.rich('conflict.saved.other', { name: savedBy, when });
}
