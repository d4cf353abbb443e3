import type { z } from 'zod';
import type { JsonObject, JsonValue } from './json';
import type { NodeType, OnError } from './workflow-graph';

/**
 * How the engine treats a node run.
 * `entry` starts the graph, `exit` gives output; `pure` is computed in place; `executor` makes an attempt outside the
 * engine; `gate` waits for a person or a signal; `child` waits for another run; `loop` holds a body.
 */
export type NodeKind = 'entry' | 'exit' | 'pure' | 'executor' | 'gate' | 'child' | 'loop';

/** What a takeover or a lost connection may do with an attempt that has no recorded response. */
export type EffectClass = 'replayable' | 'keyed' | 'atMostOnce';

/** `*` stands for any key or index; a path covers everything below it. */
export interface ExpressionField {
  readonly path: readonly string[];
  readonly mode: 'template' | 'condition';
}

export interface LoopPolicy {
  readonly over: 'items' | 'count' | 'while';
  readonly concurrency: number;
  readonly maxIterations?: number;
  readonly onLimit: 'fail' | 'stop';
  readonly onItemError: 'fail' | 'continue' | 'skip';
}

/** How the generated form edits a top-level config field. Labels come from the catalogue under `nodes.<type>.fields.<name>`. */
export interface FormField {
  readonly name: string;
  readonly control:
    | 'text'
    | 'textarea'
    | 'number'
    | 'boolean'
    | 'select'
    | 'template' // one T text
    | 'templateText' // T text of many lines
    | 'templateMap' // {key: T}
    | 'templateList' // [T]
    | 'templateJson' // any T tree
    | 'condition'
    | 'cases'
    | 'jsonSchema'
    | 'code'
    | 'sql'
    | 'httpBody'
    | 'signal'
    | 'assignee'
    | 'approvers'
    | 'timeoutPolicy'
    | 'stringList'
    | 'workflow'
    | 'version'
    | 'skill'
    | 'connection'
    | 'provider'
    | 'json';
  readonly options?: readonly string[];
  readonly required?: boolean;
  /** Shown only when another field has one of these values. */
  readonly when?: { readonly field: string; readonly is: readonly JsonValue[] };
  /** Rarely needed: folded away under "More". */
  readonly advanced?: boolean;
}

/**
 * All that differs by node type, as data, so that engine, validation and canvas never ask which type they hold.
 * Functions here are pure and must bear an unparsed config: they run on drafts.
 */
export interface NodeDefinition {
  readonly type: NodeType;
  readonly kind: NodeKind;
  readonly group: 'flow' | 'people' | 'data' | 'ai' | 'code';
  /** Name of a lucide icon. */
  readonly icon: string;
  readonly configSchema: z.ZodType;
  /** What applies at execution where the config leaves a field out; never written into the graph. */
  readonly defaults: JsonObject;
  readonly expressions: readonly ExpressionField[];
  readonly fields: readonly FormField[];
  readonly hasInput: boolean;
  /** Output handles besides `error`. */
  handles(config: JsonObject): readonly string[];
  /** Handles that act as a failure when nothing is connected to them. */
  readonly failingHandles: readonly string[];
  join(config: JsonObject): 'all' | 'any';
  readonly allowsRetry: boolean;
  readonly allowsTimeout: boolean;
  readonly allowedOnError: readonly OnError[];
  readonly allowedInLoop: boolean;
  /** Only for executors. */
  effectClass?(config: JsonObject): EffectClass;
  /** A replayable attempt costs so little that it may begin before its `node.started` is durable (adr/0013). */
  readonly startsAhead?: boolean;
  /** Only for loops. */
  loopPolicy?(config: JsonObject): LoopPolicy;
  /** What a config asks for that this release does not do yet, with what it does instead: a warning at publish. */
  limitations?(config: JsonObject): readonly { readonly path: readonly string[]; readonly message: string }[];
  /** A fresh config for the palette, valid as far as it can be. */
  readonly initialConfig: JsonObject;
  /** JSON Schema of `data` where it is fixed, for completion; absent when it depends on config. */
  readonly dataSchema?: JsonObject;
  readonly errorCodes: readonly string[];
}

export type NodeDefinitions = Readonly<Record<NodeType, NodeDefinition>>;
