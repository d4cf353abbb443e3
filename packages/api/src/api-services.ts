import type {
  BlobStore,
  Principal,
  RunReader,
  RunStore,
  Runtime,
  SessionStore,
  WorkflowService,
} from '@weftwork/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StreamObserver } from './event-stream/follow-run';

/** What nodes may name here, as people choose it. */
export interface NodeOptions {
  readonly skills: readonly { readonly name: string; readonly description: string }[];
  readonly connections: readonly string[];
  readonly providers: readonly { readonly name: string; readonly label: string }[];
}

export interface Health {
  readonly status: string;
  readonly storage: string;
  readonly queue: string;
  /** What somebody must see to; absent when `status` is `ok`. */
  readonly problems?: readonly { readonly code: string; readonly message: string }[];
}

export interface MetricsOptions {
  text(): Promise<{ readonly contentType: string; readonly body: string }>;
  /** `WEFTWORK_METRICS_TOKEN`: for a scraper, which should not hold the token of the owner. */
  readonly token?: string;
}

/** What the API stands on. */
export interface ApiServices {
  readonly runtime: Runtime;
  readonly workflows: WorkflowService;
  readonly runs: RunReader;
  readonly log: Pick<RunStore, 'readLog'>;
  readonly blobs: BlobStore;
  readonly sessions: SessionStore;
  readonly nodeOptions: NodeOptions;
  health(): Promise<Health>;
  /** Resolves when requests can be served, and otherwise throws why not. */
  ready(): Promise<void>;
  readonly observer?: StreamObserver;
}

export interface ApiOptions {
  readonly services: ApiServices;
  /** `WEFTWORK_TOKEN`. */
  readonly token: string;
  /** Who bears the token: the local owner. */
  readonly owner?: Principal;
  /** Of the product. */
  readonly version: string;
  /** Names this service goes by, besides those of the loopback interface. */
  readonly hosts?: readonly string[];
  /** Cookies of one host are shared by all its ports, so each service takes its own name. */
  readonly cookieName?: string;
  /** Set behind TLS. */
  readonly secureCookies?: boolean;
  /** Answers `GET /metrics`, to the owner's token and to one that may do nothing else. */
  readonly metrics?: MetricsOptions;
  /** Answers `GET /sign-in` when no valid link comes with it, such as a page that explains where to get one. */
  readonly signInPage?: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

export const LOCAL_OWNER: Principal = { userId: 'owner', workspaceId: 'local', role: 'admin' };
