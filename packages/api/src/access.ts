import type { Role } from '@weftwork/runtime';
import { CodedError } from '@weftwork/schema';
import type { Access } from './contract';

/** The one table of who may do what. */
const ALLOWED: Readonly<Record<Exclude<Access, 'public'>, readonly Role[]>> = {
  view: ['admin', 'editor', 'operator', 'viewer'],
  operate: ['admin', 'editor', 'operator'],
  edit: ['admin', 'editor'],
  administer: ['admin'],
};

export function mayAccess(role: Role, access: Access): boolean {
  return access === 'public' || ALLOWED[access].includes(role);
}

/** Throws `FORBIDDEN`. */
export function assertAccess(role: Role, access: Access): void {
  if (mayAccess(role, access)) return;
  throw new CodedError('FORBIDDEN', `The role "${role}" may not do this; ask an admin of the workspace.`);
}
