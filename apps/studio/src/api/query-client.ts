import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError } from './http';

const SIGN_IN = '/sign-in';

function toSignIn(error: unknown): void {
  if (isApiError(error) && error.status === 401 && location.pathname !== SIGN_IN) location.assign(SIGN_IN);
}

/** Reads are retried only when nobody answered or the server was busy; a refusal is final. */
function mayRetry(failures: number, error: unknown): boolean {
  return failures < 3 && isApiError(error) && (error.status === 0 || error.status >= 502);
}

/**
 * Whether the server can be reached is found by asking it: it may stand on this machine, where a browser that calls
 * itself offline still gets an answer, and a request that waits for the browser to be online would say nothing.
 */
const networkMode = 'always';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: toSignIn }),
    mutationCache: new MutationCache({ onError: toSignIn }),
    defaultOptions: {
      queries: { networkMode, refetchOnReconnect: true, retry: mayRetry, staleTime: 2_000 },
      mutations: { networkMode, retry: false },
    },
  });
}
