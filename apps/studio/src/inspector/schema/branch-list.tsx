'use client';

import { isJsonObject, type JsonObject } from '@weftwork/schema';
import { Plus, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button, IconButton } from '../../ui/button';
import { branch, kindOf, withKeyword } from './field-kind';
import { FieldList, type SchemaPartProps } from './field-list';
import { KindSelect } from './kind-select';

/** The forms of which one is chosen, each with a title and what it holds. */
export function BranchList({ value, onChange, onEnd }: SchemaPartProps) {
  const t = useTranslations('inspector');
  const branches = (Array.isArray(value?.oneOf) ? value.oneOf : []).map((each) =>
    isJsonObject(each) ? each : ({} as JsonObject),
  );
  const put = (next: JsonObject[]) => onChange({ ...value, oneOf: next });
  return (
    <fieldset className="sf-branches">
      <legend>{t('schema.oneOf')}</legend>
      {branches.map((each, index) => {
        const change = (next: JsonObject) => put(branches.with(index, next));
        const name = typeof each.title === 'string' ? each.title : t('schema.branch', { place: index + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: branches are told apart by their place alone
          <div className="sf-branch" key={index}>
            <div className="sf-head">
              <input
                className="in"
                aria-label={t('schema.branchTitle', { place: index + 1 })}
                placeholder={t('schema.branch', { place: index + 1 })}
                value={typeof each.title === 'string' ? each.title : ''}
                onChange={(event) => change(withKeyword(each, 'title', event.target.value))}
                onBlur={onEnd}
              />
              <KindSelect
                schema={each}
                label={t('schema.kindOf', { name })}
                onChange={(next) => {
                  change(next);
                  onEnd();
                }}
              />
              <IconButton
                label={t('schema.remove', { name })}
                size="small"
                off={branches.length === 1}
                onClick={() => put(branches.filter((_, other) => other !== index))}
              >
                <X className="i" aria-hidden />
              </IconButton>
            </div>
            {kindOf(each) === 'object' ? (
              <div className="sf-inner">
                <FieldList value={each} onChange={change} onEnd={onEnd} />
              </div>
            ) : null}
          </div>
        );
      })}
      <Button
        size="small"
        look="ghost"
        onClick={() => put([...branches, branch(String.fromCharCode(65 + (branches.length % 26)))])}
      >
        <Plus className="i" aria-hidden />
        {t('schema.addBranch')}
      </Button>
    </fieldset>
  );
}
