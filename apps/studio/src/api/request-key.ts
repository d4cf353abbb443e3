/**
 * A key that no other request bears. Browsers lack `crypto.randomUUID` where the page came over plain HTTP from another
 * machine, as it does on a phone at home.
 */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
