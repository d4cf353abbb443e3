/** How the connection to Redis can be; the adapter of the queue says what each means. */
export const REDIS_STATES = ['connected', 'away', 'refused', 'denied'] as const;
