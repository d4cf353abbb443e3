import { SourceMap } from 'node:module';
import { CodedError } from '@weftwork/schema';
import { LIMITS, type SourcePosition } from './protocol';
import { MAP_COMMENT, stripTypes } from './strip-types';

export type CodeLanguage = 'javascript' | 'typescript';

export interface CompiledSource {
  readonly text: string;
  /** The line of the user's own source that a position in `text` came from. */
  lineOf(position: SourcePosition): number;
}

const CACHED_SOURCES = 100;
/** Compiled TypeScript by its text, oldest first. */
const cache = new Map<string, CompiledSource>();

/**
 * JavaScript goes to the guest as it is, so that QuickJS tells its own lines. TypeScript has its types taken
 * away by esbuild; they are not checked.
 */
export async function compileSource(language: CodeLanguage, source: string): Promise<CompiledSource> {
  if (Buffer.byteLength(source) > LIMITS.sourceBytes) {
    throw new CodedError('CODE_SYNTAX', `The source is over ${LIMITS.sourceBytes / 1024} KiB.`);
  }
  if (language === 'javascript') return { text: source, lineOf: (position) => position.line };
  const known = cache.get(source);
  if (known !== undefined) return known;
  const compiled = await compileTypeScript(source);
  if (cache.size >= CACHED_SOURCES) cache.delete(cache.keys().next().value!);
  cache.set(source, compiled);
  return compiled;
}

async function compileTypeScript(source: string): Promise<CompiledSource> {
  const output = await stripTypes(source);
  const [text, encodedMap] = output.split(MAP_COMMENT);
  if (text === undefined || encodedMap === undefined) {
    throw new CodedError('SANDBOX_FAILED', 'The TypeScript compiler gave no source map.');
  }
  const map = new SourceMap(JSON.parse(Buffer.from(encodedMap, 'base64').toString('utf8')));
  return {
    text,
    lineOf: ({ line, column }) => {
      const entry = map.findEntry(line - 1, column - 1);
      return 'originalLine' in entry ? entry.originalLine + 1 : line;
    },
  };
}
