// What every editor consists of: keys, search, brackets, completions, and the words for them.
import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { cspNonce } from '#ui/csp-nonce.ts'
import { theme } from './theme.ts'
import type { Complete, Completion } from './types.ts'

// The icons of CodeMirror are named after what programs consist of.
const ICONS: Readonly<Record<NonNullable<Completion['kind']>, string>> = {
  table: 'class',
  column: 'property',
  function: 'function',
  keyword: 'keyword',
  type: 'type',
  value: 'constant',
}

/** words are the messages of CodeMirror in the language of the page, by their English text. */
export function words(phrases: Readonly<Record<string, string>>): Extension {
  return EditorState.phrases.of(phrases)
}

/** named labels the text for screen readers; `described` is the id of a sentence on how to leave it. */
export function named(label: string, described?: string): Extension {
  const attributes: Record<string, string> = { 'aria-label': label, tabindex: '0' }
  if (described !== undefined) attributes['aria-describedby'] = described
  return EditorView.contentAttributes.of(attributes)
}

// Typed over a selection, Chromium keeps the style of what it replaces in an attribute, which the content security policy
// reports. The editor replaces it itself.
const typedOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { state, composing } = view
    const { data, inputType } = event
    const { from, to, empty } = state.selection.main
    if (inputType !== 'insertText' || data === null || empty || composing || state.readOnly) return false
    event.preventDefault()
    const insert = () =>
      state.update(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    // Brackets are closed, and completions open, as when anything else is typed.
    const handlers = state.facet(EditorView.inputHandler)
    if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert())
    return true
  },
})

/** readable is what a text has that is only read. */
export const readable: Extension = [
  cspNonce === undefined ? [] : EditorView.cspNonce.of(cspNonce),
  theme,
  lineNumbers(),
  highlightSpecialChars(),
  drawSelection(),
  keymap.of([...searchKeymap, ...defaultKeymap]),
]

/** fixed are texts that cannot be changed; they can be reached, selected and searched. */
export const fixed: Extension = [EditorState.readOnly.of(true), EditorView.lineWrapping]

/** editable is what a text has that is typed. */
export const editable: Extension = [
  history(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  lintGutter(),
  typedOver,
  // Esc then Tab leaves the editor (a rule of CodeMirror). Inside of a dialog, Esc does not close it as well.
  EditorView.domEventHandlers({
    keydown: (event) => {
      if (event.key === 'Escape') event.stopPropagation()
    },
  }),
  keymap.of([
    ...closeBracketsKeymap,
    ...historyKeymap,
    ...lintKeymap,
    { key: 'Tab', run: acceptCompletion },
    indentWithTab,
  ]),
]

/** runKey calls `run` with the selected text, or all of it. */
export function runKey(run: (text: string) => boolean): Extension {
  const command = ({ state }: EditorView) => {
    const { from, to, empty } = state.selection.main
    return run(empty ? state.doc.toString() : state.sliceDoc(from, to))
  }
  return Prec.highest(keymap.of([{ key: 'Mod-Enter', run: command }]))
}

/** completing adds what `complete` proposes to what the language itself knows. */
export function completing(complete: Complete): Extension {
  const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const before = context.matchBefore(/[\w$.]*$/)
    const whole = before?.text ?? ''
    if (whole === '' && !context.explicit) return null
    // After a dot only what follows it is replaced.
    const word = whole.slice(whole.lastIndexOf('.') + 1)
    const from = context.pos - word.length
    const found = await complete({ text: context.state.doc.toString(), word, from })
    const options = found.map(({ label, kind, detail, info }) => ({
      label,
      ...(kind === undefined ? {} : { type: ICONS[kind] }),
      ...(detail === undefined ? {} : { detail }),
      ...(info === undefined ? {} : { info }),
    }))
    return { from, options, validFor: /^[\w$]*$/ }
  }
  const data = [{ autocomplete: source }]
  return [autocompletion({ maxRenderedOptions: 50 }), EditorState.languageData.of(() => data)]
}
