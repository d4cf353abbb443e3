const YEAR = 365 * 24 * 3600;

/** Keeps a choice of looks in a cookie, so that the server draws the first page right. */
export function rememberChoice(cookie: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in two of the browsers we serve
  document.cookie = `${cookie}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
}
