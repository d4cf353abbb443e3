import { NodeError } from '@weftwork/runtime';
import { type JsonValue, jsonPointer } from '@weftwork/schema';
import { fieldsOf, type HttpConfig, scalarText } from './http-config';
import { URL_HOLE } from './url-template';

/** Parsed addresses of requests that have neither holes nor a query: the common case costs nothing. */
const cache = new Map<string, URL>();
const CACHED_URLS = 1000;

/** The address of a request: holes of the path filled, query added, each encoded for its place. Treat it as read-only. */
export function requestUrl(config: Pick<HttpConfig, 'url' | 'pathParams' | 'query'>): URL {
  const { url: template } = config;
  const query = fieldsOf(config.query, 'query', 'HTTP_URL_INVALID');
  if (!template.includes('{') && query.length === 0) {
    const known = cache.get(template);
    if (known !== undefined) return known;
    const url = parse(template);
    if (cache.size >= CACHED_URLS) cache.delete(cache.keys().next().value!);
    cache.set(template, url);
    return url;
  }
  const pathParams = new Map(fieldsOf(config.pathParams, 'pathParams', 'HTTP_URL_INVALID'));
  const url = parse(fillHoles(template, pathParams));
  appendQuery(url, query);
  return url;
}

/** Reads an address that may be requested: http or https, without user name, password and fragment. */
export function parse(text: string, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch (cause) {
    throw invalid(`"${text.slice(0, 200)}" is not a valid URL.`, { cause });
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalid(`A request goes to http: or https:, not to ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('A URL cannot hold a user name or password; send an Authorization header.');
  }
  url.hash = '';
  return url;
}

type PathParams = ReadonlyMap<string, JsonValue>;

/** Only the path has holes: a value can never choose the host, the port or the query. */
function fillHoles(template: string, pathParams: PathParams): string {
  const match = /^(https?:\/\/[^/?#]*)([^?#]*)(.*)$/is.exec(template);
  if (match === null) return template;
  const [, origin = '', path = '', rest = ''] = match;
  if (origin.includes('{')) throw invalid('Only the path of a URL may hold {name}.');
  return (
    origin +
    path
      .split('/')
      .map((segment) => fillSegment(segment, pathParams))
      .join('/') +
    rest
  );
}

function fillSegment(segment: string, pathParams: PathParams): string {
  if (!segment.includes('{')) return segment;
  const filled = segment.replace(URL_HOLE, (_, name: string) => {
    const text = scalarText(pathParams.get(name));
    // An empty piece would turn "delete this one" into "delete the list".
    if (text === undefined || text === '') {
      throw invalid(`The path parameter "${name}" is empty.`, { field: paramField(name) });
    }
    return encode(text, name);
  });
  if (/^(\.|%2e){1,2}$/i.test(filled)) {
    throw invalid('A path parameter cannot be "." or "..".', { field: '/config/pathParams' });
  }
  return filled;
}

function encode(text: string, name: string): string {
  try {
    return encodeURIComponent(text);
  } catch (cause) {
    throw invalid(`The path parameter "${name}" is not valid text.`, { field: paramField(name), cause });
  }
}

/** A list repeats its key; null leaves the key out. */
function appendQuery(url: URL, query: readonly [string, JsonValue][]): void {
  for (const [key, value] of query) {
    for (const item of Array.isArray(value) ? value : [value]) {
      const text = scalarText(item);
      if (text !== undefined) url.searchParams.append(key, text);
    }
  }
}

const paramField = (name: string) => jsonPointer(['config', 'pathParams', name]);

function invalid(message: string, options: { field?: string; cause?: unknown } = {}): NodeError {
  return new NodeError('HTTP_URL_INVALID', message, {
    outcome: 'notSent',
    field: '/config/url',
    ...options,
  });
}
