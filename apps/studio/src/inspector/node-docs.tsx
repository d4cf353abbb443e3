'use client';

import { definitionOf, outputHandles } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { WorkflowNode } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { useFieldWords } from './field-words';

const NAMED = ['default', 'else', 'error', 'approved', 'rejected', 'answered', 'timed_out'] as const;

/** What a node type does, its outputs, its fields and the errors it can end with. */
export function NodeDocs({ node }: { node: WorkflowNode }) {
  const t = useTranslations('canvas');
  const errors = useTranslations('errors');
  const words = useFieldWords(node.type);
  const definition = definitionOf(nodeDefinitions, node);
  if (!definition) return null;
  const handles = outputHandles(nodeDefinitions, node);
  const named = (handle: string) => {
    const known = NAMED.find((each) => each === handle);
    return known ? t(`handles.${known}`) : handle;
  };
  return (
    <div className="ib docs">
      <p>{t(`nodes.${definition.type}.about`)}</p>
      <h3>{t('docs.read')}</h3>
      <p>
        <code>{`{{ nodes.${node.id}.data }}`}</code>
      </p>
      {handles.length > 0 ? (
        <>
          <h3>{t('docs.outputs')}</h3>
          <ul>
            {handles.map((handle) => (
              <li key={handle}>
                {named(handle)} <code className="mut">{handle}</code>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {definition.fields.length > 0 ? (
        <>
          <h3>{t('docs.fields')}</h3>
          <dl>
            {definition.fields.map((field) => (
              <div key={field.name}>
                <dt>
                  {words.label(field.name)} <code className="mut">{field.name}</code>
                </dt>
                {words.help(field.name) ? <dd>{words.help(field.name)}</dd> : null}
              </div>
            ))}
          </dl>
        </>
      ) : null}
      {definition.errorCodes.length > 0 ? (
        <>
          <h3>{t('docs.errors')}</h3>
          <dl>
            {definition.errorCodes.map((code) => (
              <div key={code}>
                <dt>
                  <code>{code}</code>
                </dt>
                <dd>{errors.has(code as never) ? errors(code as never) : null}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
    </div>
  );
}
