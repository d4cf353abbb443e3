import { CodedError, type ErrorDetail } from '@weftwork/schema';
import { WeftworkError } from '@weftwork/sdk';
import { UsageError } from './exit-code';
import { FileIssues } from './graph-file';
import type { Terminal } from './terminal';

/** Says what went wrong, with every issue on a line of its own. Stacks are for defects only. */
export function reportProblem(error: unknown, terminal: Terminal): void {
  if (error instanceof FileIssues) {
    for (const issue of error.issues) terminal.err(issueLine(issue, terminal, error.file));
  } else if (error instanceof CodedError || error instanceof WeftworkError) {
    terminal.err(`${terminal.style('red', error.code)} ${error.message}`);
    for (const detail of error.errors) terminal.err(`  ${issueLine(detail, terminal)}`);
  } else if (error instanceof UsageError) {
    terminal.err(error.message);
  } else {
    terminal.err(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** `file: error CODE /path: message` */
export function issueLine(
  issue: ErrorDetail & { readonly severity?: 'error' | 'warning' },
  { style }: Terminal,
  file?: string,
): string {
  const severity = issue.severity ?? 'error';
  const mark = style(severity === 'error' ? 'red' : 'yellow', severity);
  const where = issue.path === '' ? '' : ` ${issue.path}`;
  return `${file === undefined ? '' : `${file}: `}${mark} ${issue.code}${where}: ${issue.message}`;
}
