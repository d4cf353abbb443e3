import { ERROR_CATALOGUE, ISSUE_CODES } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import errorsEn from '../../messages/en/errors.json';
import issuesEn from '../../messages/en/issues.json';
import errorsZh from '../../messages/zh/errors.json';
import issuesZh from '../../messages/zh/issues.json';

/** Codes that are warnings of a run or the browser's own, beside those of the server's catalogue. */
const OTHER_CODES = ['NO_OUTPUT', 'UNREACHABLE'];

describe.each([
  ['English', issuesEn, errorsEn],
  ['Chinese', issuesZh, errorsZh],
] as const)('the sentences in %s', (_language, issues, errors) => {
  it('cover every issue of a graph and no code that does not exist', () => {
    expect(Object.keys(issues).sort()).toEqual([...ISSUE_CODES].sort());
  });

  it('cover every error and no code that does not exist', () => {
    expect(Object.keys(errors).sort()).toEqual([...Object.keys(ERROR_CATALOGUE), ...OTHER_CODES].sort());
  });
});
