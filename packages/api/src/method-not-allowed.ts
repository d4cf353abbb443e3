import { API_PREFIX, contracts } from './contracts';

const ROUTES = Object.values(contracts).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${API_PREFIX}${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The methods that exist at the address of a request. */
export function allowedMethods(url: string): string[] {
  const path = url.split('?', 1)[0]!;
  return [...new Set(ROUTES.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
}
