import { type ExecutionContext, NodeError, type NodeExecutor } from '@weftwork/runtime';
import { isCodedError, type JsonObject, nodeResult } from '@weftwork/schema';
import type { ValidateValue } from '../shared/validate-value';
import type { Skill, SkillRegistry } from './skill-registry';

/** Calls a skill of the registry, with its input and output checked against its schemas. */
export function createSkillExecutor(options: {
  skills: SkillRegistry;
  validate: ValidateValue;
}): NodeExecutor {
  const { skills, validate } = options;
  return {
    async execute(config, ctx) {
      const skill = findSkill(skills, config);
      const input = (config.input ?? {}) as JsonObject;
      const wrong = validate(skill.inputSchema, input);
      if (wrong.length > 0) throw inputInvalid(skill, wrong);
      const { data, artifacts = [], warnings = [] } = await call(skill, input, ctx);
      const misfit = validate(skill.outputSchema, data)[0];
      if (misfit) {
        throw new NodeError(
          'SKILL_FAILED',
          `The skill "${skill.name}" broke its own promise at "${misfit.path}": ${misfit.message}`,
        );
      }
      return nodeResult(data, {
        artifacts,
        warnings,
        metadata: { skill: skill.name, version: skill.version },
      });
    },
  };
}

function findSkill(skills: SkillRegistry, config: JsonObject): Skill {
  const skill = skills.get(String(config.skill));
  if (skill === undefined) {
    const known = skills.list().map(({ name }) => name);
    throw unknownSkill(
      'skill',
      `There is no skill "${String(config.skill)}". Known: ${known.join(', ') || 'none'}.`,
    );
  }
  if (config.version !== undefined && !`${skill.version}.`.startsWith(`${String(config.version)}.`)) {
    throw unknownSkill(
      'version',
      `The skill "${skill.name}" is here in version ${skill.version}, not ${String(config.version)}; change "version" or leave it out.`,
    );
  }
  return skill;
}

async function call(skill: Skill, input: JsonObject, ctx: ExecutionContext): ReturnType<Skill['execute']> {
  try {
    return await skill.execute(input, ctx);
  } catch (error) {
    if (isCodedError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new NodeError('SKILL_FAILED', `The skill "${skill.name}" failed: ${reason}`, {
      cause: error,
      outcome: skill.effectClass === 'atMostOnce' ? 'unclear' : 'answered',
    });
  }
}

function inputInvalid(skill: Skill, wrong: ReturnType<ValidateValue>): NodeError {
  const first = wrong[0]!;
  return new NodeError(
    'SKILL_INPUT_INVALID',
    `The input of the skill "${skill.name}" does not fit at "${first.path}": ${first.message}`,
    {
      outcome: 'notSent',
      field: `/config/input${first.path}`,
      errors: wrong.map((detail) => ({ ...detail, path: `/input${detail.path}` })),
    },
  );
}

function unknownSkill(field: 'skill' | 'version', message: string): NodeError {
  return new NodeError('SKILL_UNKNOWN', message, { outcome: 'notSent', field: `/config/${field}` });
}
