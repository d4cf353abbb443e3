import { type EffectClass, isJsonObject, type JsonObject, type NodeDefinition } from '@weftwork/schema';
import { z } from 'zod';
import { label, template, templateObject, withRule } from '../shared/config-schema';
import { attemptTraits } from '../shared/traits';
import { urlHoles, urlProblem } from './url-template';

export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export const HTTP_BODY_TYPES = ['json', 'form', 'multipart', 'text', 'none'] as const;
const EXPECT = ['any', '2xx'] as const;

/** The size of the largest artifact: nothing larger could be kept. */
const MAX_BYTES = 100 * 1024 * 1024;
const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;

const body = withRule(
  z.strictObject({ type: z.enum(HTTP_BODY_TYPES).optional(), value: template.optional() }),
  function* (config) {
    if (config.type !== 'none' && config.value === undefined) {
      yield {
        path: ['value'],
        code: 'MISSING_FIELD',
        message: 'The body needs a value, or the type "none".',
      };
    }
  },
);

export const httpConfigSchema = withRule(
  z.strictObject({
    method: z.enum(HTTP_METHODS),
    url: z.string(),
    pathParams: templateObject.optional(),
    query: templateObject.optional(),
    headers: templateObject.optional(),
    cookies: templateObject.optional(),
    body: body.optional(),
    auth: z.strictObject({ connection: label }).optional(),
    expect: z.enum(EXPECT).optional(),
    maxBytes: z.int().min(1).max(MAX_BYTES).optional(),
    redirects: z.int().min(0).max(20).optional(),
    idempotencyKey: z.boolean().optional(),
  }),
  function* ({ url, pathParams, auth }) {
    if (auth !== undefined) {
      yield {
        path: ['auth'],
        message:
          'Connections for HTTP come with a later release; send a header with {"$secret": "NAME"} in "headers".',
      };
    }
    if (typeof url !== 'string') return;
    const problem = urlProblem(url);
    if (problem) yield { path: ['url'], ...problem };
    else if (pathParams === undefined || isJsonObject(pathParams)) {
      for (const name of urlHoles(url)) {
        if (pathParams !== undefined && Object.hasOwn(pathParams, name)) continue;
        yield {
          path: ['pathParams'],
          code: 'URL_INVALID',
          message: `The URL has the hole {${name}}, but "pathParams" gives no value "${name}".`,
        };
      }
    }
  },
);
export type HttpConfig = z.infer<typeof httpConfigSchema>;

function effectClass({ method, idempotencyKey }: JsonObject): EffectClass {
  if (method === 'GET' || method === 'HEAD') return 'replayable';
  return idempotencyKey === true ? 'keyed' : 'atMostOnce';
}

export const httpDefinition: NodeDefinition = {
  ...attemptTraits,
  type: 'http',
  kind: 'executor',
  group: 'data',
  icon: 'globe',
  configSchema: httpConfigSchema,
  defaults: { expect: 'any', maxBytes: DEFAULT_MAX_BYTES, redirects: 5 },
  expressions: [
    { path: ['pathParams'], mode: 'template' },
    { path: ['query'], mode: 'template' },
    { path: ['headers'], mode: 'template' },
    { path: ['cookies'], mode: 'template' },
    { path: ['body', 'value'], mode: 'template' },
  ],
  fields: [
    { name: 'method', control: 'select', options: HTTP_METHODS, required: true },
    { name: 'url', control: 'text', required: true },
    { name: 'pathParams', control: 'templateMap' },
    { name: 'query', control: 'templateMap' },
    { name: 'headers', control: 'templateMap' },
    {
      name: 'body',
      control: 'httpBody',
      when: { field: 'method', is: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] },
    },
    { name: 'expect', control: 'select', options: EXPECT },
    { name: 'cookies', control: 'templateMap', advanced: true },
    { name: 'maxBytes', control: 'number', advanced: true },
    { name: 'redirects', control: 'number', advanced: true },
    { name: 'idempotencyKey', control: 'boolean', advanced: true },
  ],
  effectClass,
  startsAhead: true,
  initialConfig: { method: 'GET', url: '' },
  dataSchema: {
    type: 'object',
    properties: {
      status: { type: 'integer' },
      headers: { type: 'object', additionalProperties: { type: 'string' } },
      body: {},
      url: { type: 'string' },
    },
    required: ['status', 'headers', 'body', 'url'],
  },
  errorCodes: [
    'HTTP_ADDRESS_REFUSED',
    'HTTP_HEADER_INVALID',
    'HTTP_URL_INVALID',
    'HTTP_STATUS',
    'HTTP_FAILED',
    'HTTP_BODY_TOO_LARGE',
    'HTTP_BODY_INVALID',
    'HTTP_TOO_MANY_REDIRECTS',
    'SECRET_MISSING',
    'NODE_TIMEOUT',
    'OUTCOME_UNKNOWN',
  ],
};
