/** The contract's bounds. */
export const LONGEST_NAME = 128;
export const LONGEST_KEY = 256;
