import { LRUCache } from 'lru-cache';

/** `slow`: some text makes it take far longer than its length. `unproven`: the question could not be settled in time. */
export type PatternVerdict = 'safe' | 'slow' | 'unproven' | 'invalid';

const verdicts = new LRUCache<string, PatternVerdict>({ max: 1_000 });

/**
 * Judges a regular expression as ajv will use it. The checker is pure JavaScript, large, and loaded when first needed;
 * recheck's main entry would start a native program.
 */
export async function judgePattern(source: string): Promise<PatternVerdict> {
  const known = verdicts.get(source);
  if (known) return known;
  const verdict = await judge(source);
  verdicts.set(source, verdict);
  return verdict;
}

async function judge(source: string): Promise<PatternVerdict> {
  if (!isRegExp(source)) return 'invalid';
  if (repeatsNothing(source)) return 'safe';
  // A CommonJS module, whose names Node cannot tell: it comes as `default`.
  const { default: recheck } = await import('recheck/lib/browser.js');
  const { status } = recheck.checkSync(source, 'u', { timeout: 2_000 });
  return status === 'safe' ? 'safe' : status === 'vulnerable' ? 'slow' : 'unproven';
}

function isRegExp(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Without repetition there is nothing to go back over. Cheap, and true of many patterns. */
function repeatsNothing(source: string): boolean {
  return !/[*+{?]/.test(source.replace(/\\./g, ''));
}
