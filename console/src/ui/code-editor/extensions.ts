// What every editor consists of before somebody writes in it: its look, its name, and the words of CodeMirror.
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
]

/** fixed are texts that cannot be changed; they can be reached, selected and searched. */
export const fixed: Extension = [EditorState.readOnly.of(true), EditorView.lineWrapping]

/** editable is what a text has that can be typed. */
export const editable: Extension = [
  highlightActiveLine(),
  highlightActiveLineGutter(),
  typedOver,
  // Esc then Tab leaves the editor (a rule of CodeMirror). Inside of a dialog, Esc does not close it as well.
  EditorView.domEventHandlers({
    keydown: (event) => {
      if (event.key === 'Escape') event.stopPropagation()
    },
  }),
]

/** runKey calls `run` with the selected text, or all of it. */
export function runKey(run: (text: string) => boolean): Extension {
  const command = ({ state }: EditorView) => {
    const { from, to, empty } = state.selection.main
    return run(empty ? state.doc.toString() : state.sliceDoc(from, to))
  }
  return Prec.highest(keymap.of([{ key: 'Mod-Enter', run: command }]))
}
