import type { JsonObject } from '@weftwork/schema';
import { z } from 'zod';
import type { Contract } from './contract';
import { API_PREFIX, contracts } from './contracts';
import * as wire from './wire';

/** Shapes that are worth a name in the document. */
const NAMED = {
  Problem: wire.Problem,
  Issue: wire.Issue,
  SavedDraft: wire.SavedDraft,
  Workflow: wire.Workflow,
  PublishReport: wire.PublishReport,
  Version: wire.Version,
  ImportResult: wire.ImportResult,
  RunSummary: wire.RunSummary,
  Run: wire.Run,
} as const;

/** OpenAPI 3.1 of every contract. */
export function openApiDocument(version: string): JsonObject {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, contract] of Object.entries(contracts) as [string, Contract][]) {
    paths[contract.path] = {
      ...paths[contract.path],
      [contract.method.toLowerCase()]: operation(operationId, contract),
    };
  }
  const schemas = Object.fromEntries(
    Object.entries(NAMED).map(([name, schema]) => [name, jsonSchema(schema, 'output')]),
  );
  return {
    openapi: '3.1.0',
    info: { title: 'Weftwork', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: API_PREFIX }],
    security: [{ bearer: [] }, { session: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'weftwork_session' },
      },
      responses: {
        Problem: {
          description: 'What went wrong, with a stable code and each violation by path',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  } as unknown as JsonObject;
}

function operation(operationId: string, contract: Contract): object {
  return {
    operationId,
    summary: contract.summary,
    parameters: [...pathParameters(contract), ...queryParameters(contract), ...headerParameters(contract)],
    ...(contract.access === 'public' ? { security: [] } : {}),
    ...(contract.body ? { requestBody: requestBody(contract.body) } : {}),
    responses: { ...answers(contract), default: { $ref: '#/components/responses/Problem' } },
  };
}

function pathParameters({ path }: Contract): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters({ query }: Contract): object[] {
  if (!query) return [];
  return Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: jsonSchema(schema as z.ZodType, 'input'),
  }));
}

function headerParameters({ headers = {} }: Contract): object[] {
  return Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));
}

function requestBody(body: z.ZodType): object {
  const required = !body.safeParse(undefined).success;
  return { required, content: { 'application/json': { schema: jsonSchema(body, 'input') } } };
}

function answers(contract: Contract): object {
  return Object.fromEntries(
    Object.entries(contract.answers).map(([status, { description, schema, contentType }]) => {
      const content = {
        ...(schema ? { 'application/json': { schema: referenceOr(schema) } } : {}),
        ...(contentType ? { [contentType]: { schema: { type: 'string' } } } : {}),
      };
      return [status, Object.keys(content).length > 0 ? { description, content } : { description }];
    }),
  );
}

function referenceOr(schema: z.ZodType): object {
  const name = Object.entries(NAMED).find(([, named]) => named === schema)?.[0];
  return name ? { $ref: `#/components/schemas/${name}` } : jsonSchema(schema, 'output');
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
