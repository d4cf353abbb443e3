export * from './access';
export { API_SERVER_OPTIONS, type Api, apiPlugin } from './api-plugin';
export { type ApiOptions, type ApiServices, type Health, LOCAL_OWNER } from './api-services';
export type { Authentication, SignInLink } from './authentication';
export * from './contracts';
