// What every editor consists of before somebody writes in it: its look, its name, and the words of CodeMirror.
import { indentUnit } from '@codemirror/language'
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

// Chromium gives what it types, over a selection or into a line that it emptied, the style of what stood there, in an
// attribute that the content security policy reports. So the editor types all of it by itself.
const typing = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { data, inputType } = event
    if (inputType !== 'insertText' || !data || view.composing || view.state.readOnly) return false
    // The browser tells of what it has selected by itself only after the key that follows: asked for here.
    document.dispatchEvent(new Event('selectionchange'))
    event.preventDefault()
    const { state } = view
    const { from, to } = state.selection.main
    const insert = () =>
      state.update(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    // Brackets are closed, and completions open, as CodeMirror does for what the browser types.
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

const LEAVING_MS = 3_600_000

// Changes each line of the selection, from its beginning.
function changeLines(
  { state, dispatch }: EditorView,
  change: (text: string) => { to: number; insert: string },
) {
  const { doc, selection } = state
  const numbers = selection.ranges.flatMap(({ from, to }) => {
    const [first, last] = [doc.lineAt(from).number, doc.lineAt(to).number]
    return Array.from({ length: last - first + 1 }, (_, step) => first + step)
  })
  const changes = [...new Set(numbers)].map((number) => {
    const { from, text } = doc.line(number)
    const { to, insert } = change(text)
    return { from, to: from + to, insert }
  })
  dispatch(state.update({ changes, userEvent: 'input.indent' }))
  return true
}

function indent(view: EditorView): boolean {
  const insert = view.state.facet(indentUnit)
  return changeLines(view, () => ({ to: 0, insert }))
}

function outdent(view: EditorView): boolean {
  const { length } = view.state.facet(indentUnit)
  return changeLines(view, (text) => ({
    to: Math.min(length, text.length - text.trimStart().length),
    insert: '',
  }))
}

/** editable is what a text has that can be typed. */
export const editable: Extension = [
  highlightActiveLine(),
  highlightActiveLineGutter(),
  typing,
  // Esc then Tab leaves the editor: a rule of CodeMirror, which gives two seconds for it. Some need longer.
  EditorView.domEventHandlers({
    keydown: (event, view) => {
      if (event.key !== 'Escape') return
      // Inside of a dialog, Esc does not close it as well.
      event.stopPropagation()
      // Esc that closes a list of completions does only that.
      queueMicrotask(() => event.defaultPrevented || view.setTabFocusMode(LEAVING_MS))
    },
  }),
  // Until what writing takes is loaded, which has its own.
  Prec.lowest(keymap.of([{ key: 'Tab', run: indent, shift: outdent }])),
]

/** runKey calls `run` with the selected text, or all of it. */
export function runKey(run: (text: string) => boolean): Extension {
  const command = ({ state }: EditorView) => {
    const { from, to, empty } = state.selection.main
    return run(empty ? state.doc.toString() : state.sliceDoc(from, to))
  }
  return Prec.highest(keymap.of([{ key: 'Mod-Enter', run: command }]))
}
