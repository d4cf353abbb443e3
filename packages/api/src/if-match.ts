import { CodedError } from '@weftwork/schema';

/** The revision a request is based on, bare or quoted as entity tags are. Throws `BAD_REQUEST`. */
export function ifMatch(headers: { readonly 'if-match'?: string | undefined }): { ifRevision?: number } {
  const header = headers['if-match'];
  if (header === undefined) return {};
  const match = /^(?:W\/)?(?:"(\d{1,9})"|(\d{1,9}))$/.exec(header.trim());
  if (match) return { ifRevision: Number(match[1] ?? match[2]) };
  throw new CodedError('BAD_REQUEST', 'The header "If-Match" must hold the revision, such as 3 or "3".');
}
