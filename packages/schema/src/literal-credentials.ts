import { isJsonObject, type JsonObject } from './json';
import type { NodeDefinition } from './node-definition';

/** Headers that carry nothing but credentials, in lower case. */
const CREDENTIAL_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'api-key',
  'apikey',
  'x-api-key',
  'x-apikey',
  'x-auth-key',
  'x-auth-token',
  'x-access-token',
  'x-secret-key',
  'x-token',
  'x-functions-key',
  'x-gitlab-token',
  'x-goog-api-key',
  'x-rapidapi-key',
  'x-shopify-access-token',
  'x-vault-token',
  'x-amz-security-token',
  'ocp-apim-subscription-key',
  'private-token',
]);

/** The names of a node's headers that hold a credential as plain text, in the place of `{"$secret": "NAME"}`. */
export function literalCredentials(
  config: JsonObject,
  definition: Pick<NodeDefinition, 'expressions'> | undefined,
): string[] {
  const { headers } = config;
  const takesHeaders = definition?.expressions.some(({ path }) => path.length === 1 && path[0] === 'headers');
  if (!takesHeaders || headers === undefined || !isJsonObject(headers)) return [];
  return Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' &&
    value.trim() !== '' &&
    !value.includes('{{') &&
    CREDENTIAL_HEADERS.has(name.toLowerCase())
      ? [name]
      : [],
  );
}

/** The same config with a reference in the place of each credential that was typed in, for whatever travels. */
export function withoutCredentials(
  config: JsonObject,
  definition: Pick<NodeDefinition, 'expressions'> | undefined,
): JsonObject {
  const names = literalCredentials(config, definition);
  if (names.length === 0) return config;
  const secrets = names.map((name) => [name, { $secret: name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_') }]);
  return { ...config, headers: { ...(config.headers as JsonObject), ...Object.fromEntries(secrets) } };
}
