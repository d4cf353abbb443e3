import { z } from 'zod';
import { contract } from '../contract';
import {
  ExportedWorkflow,
  ImportResult,
  Issue,
  jsonObject,
  PublishReport,
  page,
  SavedDraft,
  Version,
  VersionSummary,
  Workflow,
} from '../wire';
import { pageQuery } from './query';
import { storedText } from './stored-text';

/** Anything that was sent: what is wrong inside is told as issues. */
const graphDocument = z
  .custom<unknown>((value) => value !== undefined)
  .meta({
    type: 'object',
    description: 'A WorkflowGraph; `nodes` and `edges` are lists of objects with ids',
  });
const workflowName = storedText.min(1).max(200);
/** What is new in a version, in the author's words; blank is none. */
const versionNote = storedText.trim().max(500);
const draftBody = z.strictObject({ graph: graphDocument, layout: jsonObject.nullish() });
const ifMatch = { 'If-Match': 'The revision the change is based on, bare or quoted.' };

export const workflowContracts = {
  createWorkflow: contract({
    method: 'POST',
    path: '/workflows',
    access: 'edit',
    summary: 'Create a workflow from a graph; the id is made when the graph has none',
    body: draftBody,
    graphPaths: true,
    answers: { 201: { description: 'Created', schema: SavedDraft } },
  }),
  listWorkflows: contract({
    method: 'GET',
    path: '/workflows',
    access: 'view',
    summary: 'List workflows that are not archived',
    query: z.strictObject(pageQuery),
    answers: { 200: { description: 'A page', schema: page(Workflow) } },
  }),
  getWorkflow: contract({
    method: 'GET',
    path: '/workflows/{id}',
    access: 'view',
    summary: 'Read a workflow with its draft',
    answers: { 200: { description: 'The workflow', schema: Workflow } },
  }),
  archiveWorkflow: contract({
    method: 'DELETE',
    path: '/workflows/{id}',
    access: 'edit',
    summary: 'Archive a workflow; versions and runs stay readable',
    answers: { 204: { description: 'Archived' } },
  }),
  duplicateWorkflow: contract({
    method: 'POST',
    path: '/workflows/{id}/duplicate',
    access: 'edit',
    summary: 'Copy the draft into a new workflow',
    body: z.strictObject({ name: workflowName.optional() }).optional(),
    answers: { 201: { description: 'The copy', schema: Workflow } },
  }),
  saveDraft: contract({
    method: 'PUT',
    path: '/workflows/{id}/draft',
    access: 'edit',
    summary: 'Save the draft',
    headers: ifMatch,
    body: draftBody,
    graphPaths: true,
    answers: { 200: { description: 'Saved under a new revision', schema: SavedDraft } },
  }),
  validateWorkflow: contract({
    method: 'POST',
    path: '/workflows/{id}/validate',
    access: 'view',
    summary: 'List the issues of the draft, or of a graph that is sent',
    body: z.strictObject({ graph: graphDocument.optional() }).optional(),
    graphPaths: true,
    answers: { 200: { description: 'Issues', schema: z.object({ issues: z.array(Issue) }) } },
  }),
  publishWorkflow: contract({
    method: 'POST',
    path: '/workflows/{id}/publish',
    access: 'edit',
    summary: 'Publish the draft as the next version',
    headers: {
      'If-Match': 'The revision to publish, bare or quoted; without it, whatever the draft is now.',
    },
    body: z.strictObject({ note: versionNote.nullish() }).optional(),
    answers: {
      201: { description: 'Published', schema: PublishReport },
      200: { description: 'Unchanged: the newest version has this very graph', schema: PublishReport },
    },
  }),
  listVersions: contract({
    method: 'GET',
    path: '/workflows/{id}/versions',
    access: 'view',
    summary: 'List published versions, newest first',
    query: z.strictObject(pageQuery),
    answers: { 200: { description: 'A page', schema: page(VersionSummary) } },
  }),
  getVersion: contract({
    method: 'GET',
    path: '/workflows/{id}/versions/{version}',
    access: 'view',
    summary: 'Read a published version',
    answers: { 200: { description: 'The version', schema: Version } },
  }),
  restoreVersion: contract({
    method: 'POST',
    path: '/workflows/{id}/versions/{version}/restore',
    access: 'edit',
    summary: 'Make a version the draft',
    headers: ifMatch,
    body: z.strictObject({}).optional(),
    answers: { 200: { description: 'Saved under a new revision', schema: SavedDraft } },
  }),
  exportWorkflow: contract({
    method: 'GET',
    path: '/workflows/{id}/export',
    access: 'view',
    summary: 'The draft as a file: literal credentials are replaced by references to secrets',
    answers: { 200: { description: 'The file', schema: ExportedWorkflow } },
  }),
  importWorkflows: contract({
    method: 'POST',
    path: '/workflows/import',
    access: 'edit',
    summary: 'Create workflows from a file: text or JSON, one graph or several',
    body: z.strictObject({
      content: z.union([z.string(), jsonObject]),
      format: z.literal('weftwork').optional(),
    }),
    answers: { 201: { description: 'What was created', schema: ImportResult } },
  }),
} as const;
