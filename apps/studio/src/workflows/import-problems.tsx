'use client';

import { useTranslations } from 'next-intl';
import { isApiError } from '../api/http';
import { useErrorWords } from '../i18n/problem-words';
import { CopyButton } from '../ui/copy-button';
import { Dialog } from '../ui/dialog';
import { LeadAndDetail, ProblemText } from '../ui/problem-text';

/** All that is wrong with a file: code, place, and what was found and expected. */
export function ImportProblems(props: { source: string; error: unknown; onClose: () => void }) {
  const t = useTranslations('lists');
  const words = useErrorWords();
  const { error } = props;
  const problems = isApiError(error) ? error.errors : [];
  return (
    <Dialog
      open
      onClose={props.onClose}
      wide
      title={t('import.refused', { source: props.source })}
      head={
        <CopyButton
          text={() => problems.map((one) => `${one.path} ${one.code}: ${one.message}`).join('\n')}
        />
      }
    >
      <p className="import-what">
        <LeadAndDetail words={words(error)} />{' '}
        {isApiError(error) ? <code className="mut">{error.code}</code> : null}
      </p>
      {problems.length > 0 ? (
        <table className="problems">
          <thead>
            <tr>
              <th>{t('import.where')}</th>
              <th>{t('import.what')}</th>
              <th>{t('import.code')}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map((problem) => (
              <tr key={`${problem.path} ${problem.code} ${problem.message}`}>
                <td>
                  <code>{problem.path || '/'}</code>
                </td>
                <td>
                  <ProblemText kind="issues" problem={problem} />
                </td>
                <td>
                  <code className="mut">{problem.code}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Dialog>
  );
}
