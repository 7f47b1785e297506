// What is wrong with a text, at its lines: loaded when there is something.
import { type Diagnostic as LintDiagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { StateEffect, type Text } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'
import type { Diagnostic } from './types.ts'

const shown = new WeakSet<EditorView>()

/** showProblems marks what is wrong; a gutter for it is added with the first. */
export function showProblems(view: EditorView, problems: readonly Diagnostic[]): void {
  const found = problems.map((one) => placed(view.state.doc, one))
  if (!shown.has(view)) {
    shown.add(view)
    view.dispatch({ effects: StateEffect.appendConfig.of([lintGutter(), keymap.of(lintKeymap)]) })
  }
  view.dispatch(setDiagnostics(view.state, found))
}

/** placed finds the characters of a diagnostic; what lies behind the end is shown at the last line. */
function placed(doc: Text, { line, column, message, severity = 'error' }: Diagnostic): LintDiagnostic {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines))
  const start = column === undefined ? from : Math.min(from + Math.max(column - 1, 0), to)
  return { from: start, to, message, severity }
}
