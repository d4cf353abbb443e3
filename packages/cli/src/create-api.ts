import type { Api } from './api';
export function createApi(url: string, token: string): Api {
  throw new Error(url + token);
}
