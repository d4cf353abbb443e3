'use client';

import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { type Diagnostic, forceLinting, linter, lintKeymap } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useTranslations } from 'next-intl';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { languageOf, parseProblems } from './code-language';
import { rangeOf } from './code-problems';
import type { CodeEditorProps } from './code-text';
import { codeTheme } from './code-theme';

/**
 * CodeMirror as a controlled field. Tab indents; after Escape it leaves the field, as it does in any other. The value
 * may change from outside, as by undo of the whole workflow; what is typed here has an undo of its own.
 */
export default function CodeEditor(props: CodeEditorProps) {
  const t = useTranslations('inspector');
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef({ ...props, unreadable: t('code.unreadable') });
  latest.current = { ...props, unreadable: t('code.unreadable') };
  const view = useRef<EditorView>(undefined);
  const parts = useRef({ language: new Compartment(), attributes: new Compartment() });
  const { value, language, problems } = props;
  const attributes = attributesOf(props);
  const attributesKey = JSON.stringify(attributes);

  useEffect(() => {
    const { language: languagePart, attributes: attributesPart } = parts.current;
    const now = latest.current;
    const made = new EditorView({
      parent: box.current!,
      state: EditorState.create({
        doc: now.value,
        extensions: [
          languagePart.of(languageOf(now.language, () => latest.current.inputKeys)),
          attributesPart.of(EditorView.contentAttributes.of(attributesOf(now))),
          COMMON,
          leaving,
          linter((shown) => diagnosticsOf(shown, latest.current), { delay: 300 }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) {
              const text = update.state.doc.toString();
              if (text !== normal(latest.current.value)) latest.current.onChange(text);
            }
            if (update.focusChanged && !update.view.hasFocus) latest.current.onEnd();
          }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, []);

  // At once: later, the value it was drawn with would take the place of what was typed meanwhile.
  useLayoutEffect(() => {
    const shown = view.current;
    const text = shown?.state.doc.toString();
    if (!shown || text === undefined || text === normal(value)) return;
    shown.dispatch({ changes: { from: 0, to: text.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const { language: part } = parts.current;
    view.current!.dispatch({
      effects: part.reconfigure(languageOf(language, () => latest.current.inputKeys)),
    });
  }, [language]);

  useEffect(() => {
    const { attributes: part } = parts.current;
    const made = JSON.parse(attributesKey) as Record<string, string>;
    view.current!.dispatch({ effects: part.reconfigure(EditorView.contentAttributes.of(made)) });
  }, [attributesKey]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other problems are a reason to look again
  useEffect(() => forceLinting(view.current!), [problems]);

  return <div className="code-editor" ref={box} data-invalid={props.control.invalid || undefined} />;
}

const normal = (text: string) => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');

function attributesOf({ control, label }: CodeEditorProps): Record<string, string> {
  return {
    id: control.id,
    'aria-label': label,
    'aria-describedby': `${control.id}-keys ${control.describedBy}`,
    'aria-invalid': String(control.invalid),
    spellcheck: 'false',
  };
}

function diagnosticsOf(
  view: EditorView,
  { language, problems, unreadable }: CodeEditorProps & { unreadable: string },
) {
  const text = view.state.doc.toString();
  const known = problems.map(
    (problem): Diagnostic => ({ ...rangeOf(text, problem), severity: 'error', message: problem.message }),
  );
  return [...parseProblems(language, view, unreadable), ...known];
}

/** Escape gives Tab back to the page until something is typed or the field is left; a second Escape is not ours. */
const leaving: Extension = [
  keymap.of([
    {
      key: 'Escape',
      run(view) {
        if (view.dom.dataset.leaving !== undefined) return false;
        view.dom.dataset.leaving = '';
        view.setTabFocusMode(true);
        return true;
      },
      stopPropagation: true,
    },
  ]),
  EditorView.updateListener.of(({ view, docChanged, focusChanged }) => {
    if (!docChanged && !(focusChanged && !view.hasFocus)) return;
    delete view.dom.dataset.leaving;
    view.setTabFocusMode(false);
  }),
];

const COMMON: Extension = [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  indentUnit.of('  '),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  highlightActiveLine(),
  EditorState.tabSize.of(2),
  keymap.of([
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...lintKeymap,
    // Ctrl Enter runs the workflow, here as everywhere.
    ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
    ...historyKeymap,
    indentWithTab,
  ]),
  codeTheme,
];
