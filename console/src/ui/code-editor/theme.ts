// How code looks: by the design tokens alone, so that light and dark follow the page.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-number)' },
  {
    tag: [tags.typeName, tags.className, tags.propertyName, tags.function(tags.variableName)],
    color: 'var(--code-name)',
  },
  { tag: tags.comment, color: 'var(--text-muted)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--danger)' },
])

const control = {
  height: '1.75rem',
  padding: '0 var(--space-2)',
  border: '1px solid var(--border-control)',
  borderRadius: 'var(--radius)',
  background: 'var(--surface)',
  color: 'var(--text)',
  fontSize: 'var(--text-s)',
}
const popup = {
  border: '1px solid var(--border)',
  borderRadius: 'var(--radius)',
  background: 'var(--surface-raised)',
  boxShadow: 'var(--shadow-popup)',
  color: 'var(--text)',
}

const frame = EditorView.theme({
  '&': { color: 'var(--text)', fontSize: 'var(--text-m)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    minHeight: 'var(--code-min)',
    maxHeight: 'var(--code-max)',
    fontFamily: 'var(--font-mono)',
    lineHeight: '1.6',
    overflow: 'auto',
  },
  '.cm-content': { padding: 'var(--space-2) 0', caretColor: 'var(--text)' },
  '.cm-gutters': {
    border: 'none',
    background: 'var(--surface-sunken)',
    color: 'var(--text-muted)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'var(--code-selection)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    background: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '.cm-searchMatch': { background: 'var(--warning-soft)', outline: '1px solid var(--warning)' },
  '.cm-searchMatch-selected': { background: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '.cm-panels': { background: 'var(--surface-sunken)', color: 'var(--text)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--border)' },
  '.cm-panel.cm-search': { padding: 'var(--space-2)', fontFamily: 'var(--font)' },
  '.cm-textfield': control,
  '.cm-button': { ...control, backgroundImage: 'none', background: 'var(--surface-raised)' },
  '.cm-panel.cm-search [name=close]': { color: 'var(--text)', fontSize: 'var(--text-l)' },
  '.cm-tooltip': popup,
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.2rem var(--space-2)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--accent-soft)',
    color: 'var(--text)',
  },
  '.cm-completionDetail': { color: 'var(--text-muted)', fontStyle: 'normal' },
  '.cm-diagnostic': { padding: 'var(--space-1) var(--space-2)', fontFamily: 'var(--font)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
  '.cm-lint-line': { background: 'var(--danger-soft)' },
  '.cm-changedLine, .cm-inlineChangedLine': { background: 'var(--success-soft) !important' },
  '.cm-deletedChunk': { background: 'var(--danger-soft) !important' },
  '.cm-changedText': { background: 'var(--code-added) !important' },
  '.cm-deletedText, .cm-deletedChunk .cm-deletedText': { background: 'var(--code-removed) !important' },
  '.cm-collapsedLines': { background: 'var(--surface-sunken)', color: 'var(--text-muted)' },
})

/** theme is the look of every editor. */
export const theme = [frame, syntaxHighlighting(colors)]
