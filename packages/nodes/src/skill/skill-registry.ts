import type { ExecutionContext } from '@weftwork/runtime';
import type { Artifact, EffectClass, JsonObject, RunWarning } from '@weftwork/schema';

/** A named ability: what the `skill` node calls. Input and output are checked against its schemas. */
export interface Skill {
  /** Dotted and lower case, such as `text.statistics`; unique within a registry. */
  readonly name: string;
  readonly version: string;
  /** What repeating a call would do; see `EffectClass`. */
  readonly effectClass: EffectClass;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  execute(input: JsonObject, ctx: ExecutionContext): Promise<SkillOutcome>;
}

export interface SkillOutcome {
  readonly data: JsonObject;
  readonly artifacts?: readonly Artifact[];
  readonly warnings?: readonly RunWarning[];
}

export interface SkillRegistry {
  /** Sorted by name. */
  list(): readonly Skill[];
  get(name: string): Skill | undefined;
}

export function createSkillRegistry(skills: readonly Skill[]): SkillRegistry {
  const byName = new Map<string, Skill>();
  for (const skill of skills) {
    if (byName.has(skill.name)) throw new Error(`Two skills are called "${skill.name}".`);
    byName.set(skill.name, skill);
  }
  const sorted = [...skills].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { list: () => sorted, get: (name) => byName.get(name) };
}
