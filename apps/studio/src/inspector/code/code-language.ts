import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { javascript, javascriptLanguage, typescriptLanguage } from '@codemirror/lang-javascript';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import type { Diagnostic } from '@codemirror/lint';
import type { Extension, Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

export type CodeLanguage = 'javascript' | 'typescript' | 'sql' | 'json';

export function languageOf(language: CodeLanguage, keys: () => readonly string[]): Extension {
  switch (language) {
    case 'sql':
      return sql({ dialect: PostgreSQL, upperCaseKeywords: false });
    case 'json':
      return json();
    default: {
      const own = language === 'typescript' ? typescriptLanguage : javascriptLanguage;
      const autocomplete = (context: CompletionContext) => afterInput(context, keys());
      return [javascript({ typescript: language === 'typescript' }), own.data.of({ autocomplete })];
    }
  }
}

function afterInput(context: CompletionContext, keys: readonly string[]): CompletionResult | null {
  const before = context.matchBefore(/\binput\.[\w$]*$/);
  if (!before) return null;
  const options = keys
    .filter((key) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key))
    .map((label) => ({ label, type: 'property' }));
  return { from: before.from + 'input.'.length, options, validFor: /^[\w$]*$/ };
}

/**
 * What the parser of the editor cannot read. SQL is left to the database, whose dialect is wider than the parser's.
 * The text is parsed whole: the tree of the editor ends where its parser was when its time was over, as with an error.
 */
export function parseProblems(language: CodeLanguage, view: EditorView, unreadable: string): Diagnostic[] {
  if (language === 'sql') return [];
  if (language === 'json') return view.state.doc.length === 0 ? [] : jsonParseLinter()(view);
  return unreadablePlaces(language, view.state.doc).map((place) => ({
    ...place,
    severity: 'error',
    message: unreadable,
  }));
}

export function unreadablePlaces(
  language: 'javascript' | 'typescript',
  doc: Text,
): { from: number; to: number }[] {
  const { parser } = language === 'typescript' ? typescriptLanguage : javascriptLanguage;
  const found: { from: number; to: number }[] = [];
  parser.parse(doc.toString()).iterate({
    enter({ type, from, to }) {
      if (!type.isError) return;
      // One place in a line is enough: what follows is mostly the same mistake again.
      const line = doc.lineAt(from);
      if (found.some((each) => each.from >= line.from && each.from <= line.to)) return;
      const end = to > from ? to : Math.min(from + 1, doc.length);
      found.push({ from: Math.min(from, Math.max(0, end - 1)), to: end });
    },
  });
  return found.slice(0, 20);
}
