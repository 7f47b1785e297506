// The editor itself: CodeMirror, kept in step with the properties of the component.
import { Annotation, Compartment, type EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useMessages } from '#i18n/language.tsx'
import { type Shortcut, useShortcuts } from '#ui/shortcuts/shortcuts.ts'
import { editable, fixed, named, readable, runKey, words } from './extensions.ts'
import { loadLanguage } from './languages.ts'
import { messages } from './messages.ts'
import type { CodeEditorProps, PlainState, SelectedText } from './types.ts'

// A text that the page has set is none that somebody has typed.
const setByPage = Annotation.define<boolean>()

function makeCompartments() {
  return {
    language: new Compartment(),
    mode: new Compartment(),
    names: new Compartment(),
    use: new Compartment(),
  }
}

/** Editor is what CodeEditor loads; `left` is what stood in its place until then. */
export function Editor(props: CodeEditorProps & { readonly left: RefObject<PlainState | undefined> }) {
  const { label, value, onChange, language, diagnostics, completions, readOnly = false, onRun } = props
  const m = useMessages(messages)
  useShortcuts({
    title: m.keys.title,
    shortcuts: readOnly ? [] : editorShortcuts(m.keys, onRun !== undefined),
  })
  const place = useRef<HTMLDivElement>(null)
  const hint = useId()
  const [view, setView] = useState<EditorView>()
  const [compartments] = useState(makeCompartments)
  // What is only needed by somebody who writes or searches is loaded then.
  const [isUsed, setUsed] = useState(false)
  const hadProblems = useRef(false)
  const shown = useRef(value)
  const changed = useEffectEvent((text: string) => onChange?.(text))
  const run = useEffectEvent((text: string) => {
    onRun?.(text)
    return onRun !== undefined
  })
  const select = useEffectEvent((selected: SelectedText | undefined) => props.onSelect?.(selected))
  const complete = useEffectEvent(async (...request: Parameters<NonNullable<typeof completions>>) =>
    completions === undefined ? [] : completions(...request),
  )
  // What is there from the first moment on: without its name, screen readers would not know what it is.
  const modeNow = readOnly ? fixed : editable
  const namesNow = [named(label, readOnly ? undefined : hint), words(m.phrases)]
  const start = useEffectEvent(() => ({ plain: props.left.current, value, mode: modeNow, names: namesNow }))

  // Before the next key: none of them meets a page without an editor.
  useLayoutEffect(() => {
    const { plain, value, mode, names } = start()
    const extensions = [
      runKey((text) => run(text)),
      compartments.language.of([]),
      compartments.mode.of(mode),
      compartments.names.of(names),
      compartments.use.of([]),
      readable,
      EditorView.domEventHandlers({ focus: () => setUsed(true), pointerenter: () => setUsed(true) }),
      EditorView.updateListener.of((update) => {
        const isTyped = !update.transactions.some((one) => one.annotation(setByPage))
        if (update.docChanged && isTyped) changed(update.state.doc.toString())
        if (update.selectionSet || update.docChanged) select(selectedIn(update.state))
      }),
    ]
    const parent = place.current as HTMLElement
    // The page may have set another text in the same moment.
    const typed = plain !== undefined && [plain.value, plain.text].includes(value) ? plain : undefined
    const doc = typed?.text ?? value
    const made = new EditorView({ parent, doc, extensions, ...(typed && { selection: typed.selection }) })
    if (plain?.isFocused) made.focus()
    if (plain !== undefined) select(selectedIn(made.state))
    setView(made)
    return () => made.destroy()
  }, [compartments])

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is new on each rendering, and changes with these
  useEffect(() => reconfigure(view, compartments.mode, modeNow), [view, compartments, readOnly])

  // biome-ignore lint/correctness/useExhaustiveDependencies: they are new on each rendering, and change with these
  useEffect(
    () => reconfigure(view, compartments.names, namesNow),
    [view, compartments, label, hint, readOnly, m],
  )

  useEffect(() => {
    let current = true
    const load = async () => {
      const loaded = await loadLanguage(language, isUsed && !readOnly ? 'written' : 'shown')
      if (current) reconfigure(view, compartments.language, loaded)
    }
    load()
    return () => {
      current = false
    }
  }, [view, compartments, language, isUsed, readOnly])
  useEffect(() => {
    let current = true
    const load = async () => {
      const { reading, writing } = await import('./writing.ts')
      if (!current) return
      reconfigure(view, compartments.use, readOnly ? reading : writing((request) => complete(request)))
    }
    if (isUsed) load()
    return () => {
      current = false
    }
  }, [view, compartments, isUsed, readOnly])
  // With the rendering: later, a key that was pressed meanwhile would be undone.
  useLayoutEffect(() => {
    if (view === undefined || shown.current === value) return
    shown.current = value
    if (view.state.doc.toString() === value) return
    const changes = { from: 0, to: view.state.doc.length, insert: value }
    view.dispatch({ changes, annotations: setByPage.of(true) })
  }, [view, value])

  useEffect(() => {
    const problems = diagnostics ?? []
    hadProblems.current ||= problems.length > 0
    if (view === undefined || !hadProblems.current) return
    let current = true
    const load = async () => {
      const { showProblems } = await import('./problems.ts')
      if (current) showProblems(view, problems)
    }
    load()
    return () => {
      current = false
    }
  }, [view, diagnostics])
  return (
    <>
      <div ref={place} />
      <p id={hint} className="visually-hidden">
        {m.leave}
      </p>
    </>
  )
}

function reconfigure(view: EditorView | undefined, compartment: Compartment, extension: Extension): void {
  view?.dispatch({ effects: compartment.reconfigure(extension) })
}

function selectedIn({ doc, selection }: EditorState): SelectedText | undefined {
  const { from, to, empty } = selection.main
  if (empty) return undefined
  const line = doc.lineAt(from)
  return { text: doc.sliceString(from, to), line: line.number, column: from - line.from + 1 }
}

function editorShortcuts(m: typeof messages.en.keys, canRun: boolean): readonly Shortcut[] {
  return [
    ...(canRun ? [{ keys: 'Ctrl Enter', label: m.run }] : []),
    { keys: 'Tab, Shift Tab', label: m.indent },
    { keys: 'Esc Tab', label: m.leave },
    { keys: 'Ctrl Space', label: m.complete },
    { keys: 'Ctrl F', label: m.search },
    { keys: 'Ctrl Z, Ctrl Y', label: m.undo },
  ]
}
