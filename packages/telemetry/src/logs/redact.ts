const MASK = '•••';
/** A shorter value cannot be told from ordinary text; masking it would garble every line. */
const SHORTEST = 5;

/** What a known secret looks like inside a line of JSON. */
function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [
    ...new Set([
      inJson,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    ]),
  ];
}

/** What gives itself away, wherever it comes from. */
const PATTERNS: readonly [RegExp, string][] = [
  // user:password@ of any address; begun at the start of a word only, or a long word would be read once per letter
  [/(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*:\/\/[^\s:@/"\\]*):[^\s@/"\\]+@/gi, `$1:${MASK}@`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{5,}/gi, `$1 ${MASK}`],
  // parameters of an address, such as the token of a sign-in link
  [/([?&](?:[\w-]*(?:token|secret|password|signature|key))=)[^&\s"\\]+/gi, `$1${MASK}`],
  // fields by their names, however deep
  [
    /("(?:proxy-)?authorization"|"(?:set-)?cookie"|"[\w-]*(?:password|secret|token|api-?key)"):"(?:[^"\\]|\\.)*"/gi,
    `$1:"${MASK}"`,
  ],
];

/**
 * Masks secrets in lines of a log, as the last thing before they are written, so that no field, message, stack or cause
 * gets past it: the given values in every form they take in JSON and addresses, and what looks like a credential.
 *
 *     pino({ hooks: { streamWrite: createRedactor(secretsIn(process.env)) } })
 */
export function createRedactor(secrets: readonly string[]): (line: string) => string {
  const known = [...new Set(secrets.filter((secret) => secret.length >= SHORTEST).flatMap(formsOf))];
  // Longest first, so that a secret which holds another is masked whole.
  known.sort((a, b) => b.length - a.length);
  return (line) => {
    let masked = line;
    for (const form of known) if (masked.includes(form)) masked = masked.replaceAll(form, MASK);
    for (const [pattern, replacement] of PATTERNS) masked = masked.replace(pattern, replacement);
    return masked;
  };
}

const SECRET_NAME = /SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|CREDENTIAL|_HEADERS$/i;

/** The secrets an environment holds: values whose names say so, and passwords of addresses. */
export function secretsIn(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (!value) return [];
    return SECRET_NAME.test(name) ? [value, ...passwordsIn(value)] : passwordsIn(value);
  });
}

/** The password of an address, as it stands there and as it is. */
export function passwordsIn(address: string): string[] {
  const [, password] = /^[a-z][a-z0-9+.-]*:\/\/[^\s:@/]*:([^\s@/]+)@/i.exec(address) ?? [];
  if (password === undefined) return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
