import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/*
 * The editor in the colours of the tokens. They are variables, so one theme serves light and dark.
 */

const mono = '12px/18px var(--wf-mono)';

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--wf-surface)', color: 'var(--wf-text)', font: mono },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: mono, overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--wf-text)', padding: '6px 0' },
  '.cm-line': { padding: '0 8px 0 6px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--wf-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection':
    { backgroundColor: 'var(--wf-code-selection)' },
  '.cm-gutters': {
    backgroundColor: 'var(--wf-surface-2)',
    color: 'var(--wf-text-3)',
    border: '0',
    borderRight: '1px solid var(--wf-line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--wf-code-line)' },
  '&.cm-focused .cm-activeLineGutter': { color: 'var(--wf-text)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--wf-accent-bg)',
    outline: '1px solid var(--wf-accent)',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--wf-failed-line)',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--wf-failed-line)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--wf-surface)',
    color: 'var(--wf-text)',
    border: '1px solid var(--wf-line-strong)',
    borderRadius: 'var(--wf-r-control)',
    boxShadow: 'var(--wf-shadow-popover)',
    overflow: 'hidden',
  },
  '.cm-tooltip-autocomplete > ul': { font: mono },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--wf-accent-bg)',
    color: 'var(--wf-text)',
  },
  '.cm-diagnostic': { padding: '4px 8px', font: 'var(--wf-text-12)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--wf-failed-line)' },
});

const colours = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.modifier],
    color: 'var(--wf-kind-ai)',
  },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--wf-completed-fg)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--wf-running-fg)' },
  {
    tag: [tags.comment, tags.lineComment, tags.blockComment],
    color: 'var(--wf-text-3)',
    fontStyle: 'italic',
  },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName)],
    color: 'var(--wf-kind-people)',
  },
  { tag: [tags.typeName, tags.className, tags.standard(tags.name)], color: 'var(--wf-kind-data)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--wf-kind-data)' },
  { tag: [tags.operator, tags.punctuation, tags.bracket], color: 'var(--wf-text-2)' },
  { tag: tags.invalid, color: 'var(--wf-failed-fg)' },
]);

export const codeTheme = [look, syntaxHighlighting(colours)];
