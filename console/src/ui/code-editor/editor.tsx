// The editor itself: CodeMirror, kept in step with the properties of the component.
import { type Diagnostic as LintDiagnostic, setDiagnostics } from '@codemirror/lint'
import { Compartment, type Extension, type Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useLanguage } from '#i18n/language.tsx'
import { completing, editable, fixed, named, readable, runKey, words } from './extensions.ts'
import { loadLanguage } from './languages.ts'
import type { CodeEditorProps, Diagnostic } from './types.ts'

function makeCompartments() {
  return { language: new Compartment(), mode: new Compartment(), names: new Compartment() }
}

/** Editor is what CodeEditor loads. */
export function Editor(props: CodeEditorProps) {
  const { label, value, onChange, language, diagnostics, completions, readOnly = false, onRun } = props
  const { m } = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const hint = useId()
  const [view, setView] = useState<EditorView>()
  const [compartments] = useState(makeCompartments)
  const changed = useEffectEvent((text: string) => onChange?.(text))
  const run = useEffectEvent((text: string) => {
    onRun?.(text)
    return onRun !== undefined
  })
  const complete = useEffectEvent(async (...request: Parameters<NonNullable<typeof completions>>) =>
    completions === undefined ? [] : completions(...request),
  )
  const start = useEffectEvent(() => value)

  useEffect(() => {
    const extensions = [
      runKey((text) => run(text)),
      Object.values(compartments).map((compartment) => compartment.of([])),
      completing((request) => complete(request)),
      readable,
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed(update.state.doc.toString())
      }),
    ]
    const made = new EditorView({ parent: place.current as HTMLElement, doc: start(), extensions })
    setView(made)
    return () => made.destroy()
  }, [compartments])

  useEffect(() => {
    const mode = readOnly ? fixed : editable
    reconfigure(view, compartments.mode, mode)
  }, [view, compartments, readOnly])

  useEffect(() => {
    reconfigure(view, compartments.names, [
      named(label, readOnly ? undefined : hint),
      words(m.codeEditor.phrases),
    ])
  }, [view, compartments, label, hint, readOnly, m])

  useEffect(() => {
    let current = true
    loadLanguage(language).then((loaded) => {
      if (current) reconfigure(view, compartments.language, loaded)
    })
    return () => {
      current = false
    }
  }, [view, compartments, language])

  useEffect(() => {
    if (view === undefined || view.state.doc.toString() === value) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
  }, [view, value])

  useEffect(() => {
    if (view === undefined) return
    const found = (diagnostics ?? []).map((one) => placed(view.state.doc, one))
    view.dispatch(setDiagnostics(view.state, found))
  }, [view, diagnostics])

  return (
    <>
      <div ref={place} />
      <p id={hint} className="visually-hidden">
        {m.codeEditor.leave}
      </p>
    </>
  )
}

function reconfigure(view: EditorView | undefined, compartment: Compartment, extension: Extension): void {
  view?.dispatch({ effects: compartment.reconfigure(extension) })
}

/** placed finds the characters of a diagnostic; what lies behind the end is shown at the last line. */
function placed(doc: Text, { line, column, message, severity = 'error' }: Diagnostic): LintDiagnostic {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines))
  const start = column === undefined ? from : Math.min(from + Math.max(column - 1, 0), to)
  return { from: start, to, message, severity }
}
