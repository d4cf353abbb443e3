import { nearName } from '@weftwork/expressions';
import type { IssueCode } from '@weftwork/schema';
import type { ValidationContext } from './context';
import type { Report } from './report';
import type { SketchNode } from './sketch';

const KINDS = [
  { control: 'skill', list: 'skills', code: 'UNKNOWN_SKILL' },
  { control: 'connection', list: 'connections', code: 'UNKNOWN_CONNECTION' },
  { control: 'provider', list: 'providers', code: 'UNKNOWN_PROVIDER' },
] as const satisfies readonly { control: string; list: keyof ValidationContext; code: IssueCode }[];

/** Names that must be known to this installation. */
export function checkRegistries(node: SketchNode, context: ValidationContext, report: Report): void {
  for (const { control, list, code } of KINDS) {
    const known = context[list];
    const field = node.definition?.fields.find((candidate) => candidate.control === control)?.name;
    const name = field === undefined ? undefined : node.config[field];
    if (known === undefined || field === undefined || typeof name !== 'string' || name.trim() === '')
      continue;
    const names = [...known];
    if (names.includes(name)) continue;
    const near = nearName(name, names);
    const hint =
      near === undefined
        ? names.length === 0
          ? 'there is none'
          : `there are ${names.join(', ')}`
        : `did you mean "${near}"`;
    report.node(
      node,
      code,
      ['config', field],
      `The ${control} "${name}" is not known here; ${hint}${near === undefined ? '.' : '?'}`,
    );
  }
}
