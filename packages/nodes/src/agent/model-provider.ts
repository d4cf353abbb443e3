import type { JsonObject } from '@weftwork/schema';

/** One question to a model. */
export interface ModelRequest {
  readonly model?: string;
  readonly system?: string;
  readonly prompt: string;
  /** The answer has to be one JSON object that fits. */
  readonly outputSchema?: JsonObject;
  readonly temperature?: number;
  readonly maxTokens?: number;
}

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface ModelAnswer {
  readonly text: string;
  readonly model: string;
  /** Absent where the service does not tell. */
  readonly usage?: ModelUsage;
  readonly costUsd?: number;
  /** `stop` when the model had said everything. */
  readonly finishReason: string;
  /** Something the reader of the result should know about where it comes from. */
  readonly note?: string;
}

export interface ModelCall {
  readonly signal: AbortSignal;
  /** Where the run is traced: to be sent along. */
  readonly traceparent?: string;
  /** Pieces of the answer as they come. */
  delta(text: string): void;
}

/** A service that answers prompts. Failures are `NodeError`s with their retry kinds. */
export interface ModelProvider {
  readonly name: string;
  /** How people read it. */
  readonly label: string;
  complete(request: ModelRequest, call: ModelCall): Promise<ModelAnswer>;
}

/** The providers of an installation; the first is taken where a node names none. */
export interface ModelProviders {
  readonly names: readonly string[];
  list(): readonly ModelProvider[];
  get(name: string | undefined): ModelProvider | undefined;
}

export function createModelProviders(
  providers: readonly [ModelProvider, ...ModelProvider[]],
): ModelProviders {
  return {
    names: providers.map(({ name }) => name),
    list: () => providers,
    get: (name) => (name === undefined ? providers[0] : providers.find((provider) => provider.name === name)),
  };
}
