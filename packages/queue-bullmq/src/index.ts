export { createRedisHints, type RedisHints, type RedisHintsOptions, type RedisState } from './redis-hints';
