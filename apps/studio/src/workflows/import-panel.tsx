'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ClipboardPaste, FileInput } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type DragEvent, useRef, useState } from 'react';
import { importWorkflows } from '../api/client';
import { keys } from '../api/queries';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { useToast } from '../ui/toast';
import { ImportProblems } from './import-problems';
import { workflowPath } from './use-workflow-actions';

/** Takes a dropped file, a chosen one or pasted text; what is wrong with it is listed whole, by path. */
export function ImportPanel() {
  const t = useTranslations('lists');
  const [over, setOver] = useState(false);
  const [pasting, setPasting] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const importing = useImport(() => setPasting(false));
  const takeFile = async (file: File | undefined) => {
    if (file) importing.mutate({ source: file.name, content: await file.text() });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void takeFile(event.dataTransfer.files[0]);
  };
  return (
    <section className="panel">
      <div className="ph">
        <h3>{t('import.title')}</h3>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the buttons below do the same */}
      <div
        className={over ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileInput className="i" aria-hidden />
        <div>{importing.isPending ? t('import.reading') : t('import.drop')}</div>
      </div>
      <div className="import-acts">
        <Button onClick={() => chooser.current?.click()}>{t('import.choose')}</Button>
        <Button onClick={() => setPasting(true)}>
          <ClipboardPaste className="i" aria-hidden />
          {t('import.paste')}
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".json,application/json"
          hidden
          data-testid="import-file"
          onChange={(event) => {
            void takeFile(event.target.files?.[0]);
            // The same file chosen a second time must be taken a second time.
            event.target.value = '';
          }}
        />
      </div>
      <PasteDialog
        open={pasting}
        busy={importing.isPending}
        onClose={() => setPasting(false)}
        onImport={(content) => importing.mutate({ source: t('import.pasted'), content })}
      />
      {importing.error ? (
        <ImportProblems
          source={importing.variables?.source ?? ''}
          error={importing.error}
          onClose={() => importing.reset()}
        />
      ) : null}
    </section>
  );
}

function useImport(done: () => void) {
  const t = useTranslations('lists');
  const cache = useQueryClient();
  const router = useRouter();
  const say = useToast();
  return useMutation({
    mutationFn: ({ content }: { source: string; content: string }) => importWorkflows(content),
    onSuccess: ({ workflows }) => {
      done();
      void cache.invalidateQueries({ queryKey: keys.workflows });
      say(t('import.done', { count: workflows.length }));
      const [only] = workflows;
      if (only && workflows.length === 1) router.push(workflowPath(only.id));
    },
    onError: done,
  });
}

function PasteDialog(props: {
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onImport: (content: string) => void;
}) {
  const t = useTranslations('lists');
  const [text, setText] = useState('');
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={t('import.pasteTitle')}
      wide
      foot={
        <Button
          look="primary"
          off={text.trim() === '' || props.busy}
          title={text.trim() === '' ? t('import.nothing') : undefined}
          onClick={() => props.onImport(text)}
        >
          {t('import.action')}
        </Button>
      }
    >
      <textarea
        className="in mono"
        rows={16}
        spellCheck={false}
        aria-label={t('import.pasteTitle')}
        placeholder={'{ "schemaVersion": "1.0", … }'}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  );
}
