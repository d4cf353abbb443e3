import type { NodeImplementations } from '@weftwork/runtime';
import type { Sandbox } from '@weftwork/sandbox';
import { demoProvider } from './agent/demo/demo-provider';
import { createModelProviders } from './agent/model-provider';
import { createOpenAiProvider, openAiSettings } from './agent/openai/openai-provider';
import { createCodeExecutor } from './code/executor';
import { createHttpExecutor } from './http/executor';
import { createNodeImplementations } from './node-implementations';
import type { ValidateValue } from './shared/validate-value';
import { builtInSkills } from './skill/built-in-skills';
import { createSkillRegistry, type Skill, type SkillRegistry } from './skill/skill-registry';
import { createSqlConnections } from './sql-read/connections';

export interface NodeServices {
  readonly implementations: NodeImplementations;
  readonly skills: SkillRegistry;
  /** Names that a graph may use here; validation and the studio's pickers want them. */
  readonly names: {
    readonly skills: readonly string[];
    readonly connections: readonly string[];
    readonly providers: readonly string[];
  };
  /** The same with what helps people to choose. */
  readonly options: {
    readonly skills: readonly { readonly name: string; readonly description: string }[];
    readonly connections: readonly string[];
    readonly providers: readonly { readonly name: string; readonly label: string }[];
  };
  /** Closes all connections; the sandbox belongs to the caller. */
  close(): Promise<void>;
}

/**
 * All node types with what they need, read from the environment:
 *
 *     const demoUrl = await prepareDemoData(databaseUrl);
 *     const nodes = createNodeServices({ env: process.env, sandbox, demoUrl, validate: validateAgainst });
 *     const runtime = createRuntime({ implementations: nodes.implementations, … });
 */
export function createNodeServices(options: {
  env: Readonly<Record<string, string | undefined>>;
  sandbox: Sandbox;
  validate: ValidateValue;
  /** `WEFTWORK_HTTP_ALLOW` as a list: what `http` may reach although its address is private. */
  httpAllow?: readonly string[];
  /** From `prepareDemoData`; without it there is no connection `demo`. */
  demoUrl?: string | undefined;
  /** Beside the built-in ones. */
  skills?: readonly Skill[];
}): NodeServices {
  const { env, sandbox, validate, demoUrl } = options;
  const http = createHttpExecutor({ allow: options.httpAllow ?? [] });
  const connections = createSqlConnections({ demoUrl, env });
  const settings = openAiSettings(env);
  const openAi = settings && createOpenAiProvider(settings);
  const providers = createModelProviders(openAi ? [openAi, demoProvider] : [demoProvider]);
  const skills = createSkillRegistry([...builtInSkills, ...(options.skills ?? [])]);
  const code = createCodeExecutor({ sandbox });
  return {
    implementations: createNodeImplementations({ http, code, connections, providers, skills, validate }),
    skills,
    names: {
      skills: skills.list().map(({ name }) => name),
      connections: connections.names(),
      providers: providers.names,
    },
    options: {
      skills: skills.list().map(({ name, description }) => ({ name, description })),
      connections: connections.names(),
      providers: providers.list().map(({ name, label }) => ({ name, label })),
    },
    async close() {
      await Promise.all([http.close(), connections.close(), openAi?.close()]);
    },
  };
}
