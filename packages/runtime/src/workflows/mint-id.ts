const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A fresh id such as `wf_7k2m9q0c4x8r1tvb`: 80 random bits in letters that are hard to confuse. */
export function mintId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `${prefix}_${Array.from(bytes, (byte) => ALPHABET[byte & 31]).join('')}`;
}
