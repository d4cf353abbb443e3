import { z } from 'zod';
import { contract } from '../contract';
import { jsonObject, NodeOptions } from '../wire';

const problems = z.array(z.object({ code: z.string(), message: z.string() })).optional();

export const serviceContracts = {
  health: contract({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Whether the service is well',
    answers: {
      200: {
        description: '`ok`, or `degraded` with what somebody must see to. Always 200: the process is alive',
        schema: z.object({
          status: z.string(),
          storage: z.string(),
          queue: z.string(),
          version: z.string(),
          problems,
        }),
      },
    },
  }),
  ready: contract({
    method: 'GET',
    path: '/ready',
    access: 'public',
    summary: 'Whether requests can be served now',
    answers: {
      200: {
        description: 'Ready, perhaps with what somebody must see to all the same',
        schema: z.object({ status: z.literal('ready'), problems }),
      },
    },
  }),
  openApi: contract({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'This description',
    answers: { 200: { description: 'OpenAPI 3.1', schema: jsonObject } },
  }),
  getNodeOptions: contract({
    method: 'GET',
    path: '/node-options',
    access: 'view',
    summary: 'What the nodes of a graph may name in this installation',
    answers: { 200: { description: 'Skills, connections and model providers', schema: NodeOptions } },
  }),
  getSession: contract({
    method: 'GET',
    path: '/session',
    access: 'view',
    summary: 'Who is signed in',
    answers: {
      200: {
        description: 'The caller',
        schema: z.object({ userId: z.string(), workspaceId: z.string(), role: z.string() }),
      },
    },
  }),
  endSession: contract({
    method: 'DELETE',
    path: '/session',
    access: 'view',
    summary: 'Sign out',
    answers: { 204: { description: 'Signed out' } },
  }),
  createSignInLink: contract({
    method: 'POST',
    path: '/sign-in-links',
    access: 'administer',
    summary: 'Make a link that signs in once, within ten minutes',
    body: z.strictObject({}).optional(),
    answers: {
      201: {
        description: 'The link',
        schema: z.object({ url: z.string(), path: z.string(), expiresAt: z.iso.datetime() }),
      },
    },
  }),
} as const;
