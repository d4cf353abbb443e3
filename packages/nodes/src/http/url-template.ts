import type { IssueCode } from '@weftwork/schema';

/** A `{name}` hole in the path of a URL, filled from `pathParams`. */
export const URL_HOLE = /\{([\p{L}\p{N}_-]+)\}/gu;

export function urlHoles(url: string): string[] {
  return [...url.matchAll(URL_HOLE)].map((match) => match[1]!);
}

export interface UrlProblem {
  readonly code: IssueCode;
  readonly message: string;
}

/** Why a text cannot be the static `url` of a request, with the field where the value belongs instead. */
export function urlProblem(url: string): UrlProblem | undefined {
  if (url.includes('{{')) {
    return {
      code: 'TEMPLATE_NOT_ALLOWED',
      message:
        'The URL is static text. Write a hole such as {id} in its path and give the value in "pathParams"; values of the query string belong in "query".',
    };
  }
  if (url.includes('?')) {
    return invalid('The URL holds a query string; move its values to "query".');
  }
  const [origin] = /^[^/]*\/\/[^/#]*/.exec(url) ?? [''];
  if (/[{}]/.test(origin)) return invalid('A hole may stand in the path of the URL only, not in its host.');
  if (/[{}]/.test(url.replace(URL_HOLE, ''))) {
    return invalid('A hole in the URL is written {name}, with letters, digits, _ or - inside.');
  }
  return addressProblem(url.replace(URL_HOLE, 'x'));
}

function addressProblem(url: string): UrlProblem | undefined {
  if (!URL.canParse(url))
    return invalid('This is not a complete URL such as https://example.com/items/{id}.');
  const parsed = new URL(url);
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    return invalid(`The URL starts with "${parsed.protocol}"; only http: and https: can be called.`);
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return invalid('The URL holds a user name or password; send them in "headers" with {"$secret": "NAME"}.');
  }
  return undefined;
}

function invalid(message: string): UrlProblem {
  return { code: 'URL_INVALID', message };
}
