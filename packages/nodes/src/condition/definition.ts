import { ID_PATTERN, isJsonObject, type JsonObject, type NodeDefinition } from '@weftwork/schema';
import { z } from 'zod';
import { condition, withRule } from '../shared/config-schema';
import { pureTraits } from '../shared/traits';

/** Handles that every condition has, or may have, beside its cases. */
const RESERVED_CASE_IDS = ['else', 'error', 'default'];

const caseSchema = z.strictObject({
  id: z.string().regex(ID_PATTERN, 'must be 1 to 64 letters, digits, _ or -'),
  label: z.string().optional(),
  when: condition,
});

export const conditionConfigSchema = withRule(
  z.strictObject({ cases: z.array(caseSchema).min(1) }),
  function* (config) {
    const seen = new Set<string>();
    for (const [index, id] of caseIds(config).entries()) {
      if (id === undefined) continue;
      const path = ['cases', index, 'id'];
      if (RESERVED_CASE_IDS.includes(id)) {
        yield {
          path,
          code: 'RESERVED_CASE_ID',
          message: `A case cannot be called "${id}"; choose another id.`,
        };
      }
      if (seen.has(id)) {
        yield {
          path,
          code: 'DUPLICATE_CASE_ID',
          message: `Another case has the id "${id}"; choose another one.`,
        };
      }
      seen.add(id);
    }
  },
);
export type ConditionConfig = z.infer<typeof conditionConfigSchema>;

function caseIds(config: JsonObject): (string | undefined)[] {
  const cases = Array.isArray(config.cases) ? config.cases : [];
  return cases.map((item) => (isJsonObject(item) && typeof item.id === 'string' ? item.id : undefined));
}

export const conditionDefinition: NodeDefinition = {
  ...pureTraits,
  type: 'condition',
  kind: 'pure',
  group: 'flow',
  icon: 'split',
  configSchema: conditionConfigSchema,
  defaults: {},
  expressions: [{ path: ['cases', '*', 'when'], mode: 'condition' }],
  fields: [{ name: 'cases', control: 'cases', required: true }],
  handles: (config) => [...new Set(caseIds(config).filter((id) => id !== undefined)), 'else'],
  allowedOnError: ['fail', 'branch'],
  initialConfig: { cases: [{ id: 'yes', when: { left: '{{ inputs }}', op: 'not_empty' } }] },
  dataSchema: { type: 'object', properties: { case: { type: 'string' } }, required: ['case'] },
  errorCodes: ['EXPRESSION_MISSING', 'EXPRESSION_TYPE_MISMATCH'],
};
