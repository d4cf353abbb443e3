import type { EffectClass, JsonObject, NodeDefinition } from '@weftwork/schema';
import { z } from 'zod';
import { label, templateMap } from '../shared/config-schema';
import { attemptTraits } from '../shared/traits';

export const skillConfigSchema = z.strictObject({
  skill: label,
  /** `1`, `"1.2"` or `"1.2.3"`: as exact as one wants it. */
  version: z.union([label, z.int().min(0)]).optional(),
  input: templateMap.optional(),
});
export type SkillConfig = z.infer<typeof skillConfigSchema>;

/** Skills that come with the product; all of them compute and change nothing. */
export const BUILT_IN_SKILL_NAMES = ['text.render_markdown_report', 'text.statistics', 'data.table'] as const;

/** What the browser knows. The server's registry states the class of each of its skills. */
function effectClass({ skill }: JsonObject): EffectClass {
  return BUILT_IN_SKILL_NAMES.some((name) => name === skill) ? 'replayable' : 'atMostOnce';
}

export const skillDefinition: NodeDefinition = {
  ...attemptTraits,
  type: 'skill',
  kind: 'executor',
  group: 'ai',
  icon: 'graduation-cap',
  configSchema: skillConfigSchema,
  defaults: { input: {} },
  expressions: [{ path: ['input'], mode: 'template' }],
  fields: [
    { name: 'skill', control: 'skill', required: true },
    { name: 'input', control: 'templateMap' },
    { name: 'version', control: 'text', advanced: true },
  ],
  effectClass,
  initialConfig: { skill: 'text.statistics', input: { text: '' } },
  errorCodes: ['SKILL_UNKNOWN', 'SKILL_FAILED', 'SKILL_INPUT_INVALID', 'NODE_TIMEOUT', 'OUTCOME_UNKNOWN'],
};
