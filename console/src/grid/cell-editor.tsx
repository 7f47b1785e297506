// What opens in a cell to change its value.
import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { type GridColumn, textOf } from './columns.ts'
import classes from './grid.module.css'
import { messages } from './messages.ts'
import { isTemporal } from './temporal.ts'
import { TemporalInput } from './temporal-input.tsx'

/** Step is where the active cell goes after an edit. */
export type Step = 'stay' | 'down' | 'right' | 'left'

/** EditorProps are those of all editors of cells; `typed` is the key that opened it, in place of the value. */
export interface EditorProps {
  readonly column: GridColumn
  readonly value: unknown
  readonly typed: string | undefined
  /** onCommit takes the new text, or null; undefined where nothing was changed. */
  readonly onCommit: (text: string | null | undefined, step: Step) => void
  readonly onCancel: () => void
}

// An edit ends once: what takes the focus away afterwards is not another end.
function useOnce({ onCommit, onCancel }: EditorProps): Pick<EditorProps, 'onCommit' | 'onCancel'> {
  const ended = useRef(false)
  const once = (end: () => void) => {
    if (ended.current) return
    ended.current = true
    end()
  }
  return {
    onCommit: (text, step) => once(() => onCommit(text, step)),
    onCancel: () => once(onCancel),
  }
}

/** leaves reports whether the focus goes elsewhere in the page. A dialog above it ends no edit. */
export function leaves({ currentTarget, relatedTarget }: FocusEvent): boolean {
  const isAbove = relatedTarget !== null && relatedTarget.closest('[role=dialog]') !== null
  return !isAbove && !currentTarget.contains(relatedTarget)
}

/** CellEditor edits a value as text, or as one of some choices. */
export function CellEditor(given: EditorProps) {
  const { kind } = given.column
  const props = { ...given, ...useOnce(given) }
  return kind === 'boolean' || kind === 'choice' ? <ChoiceEditor {...props} /> : <TextEditor {...props} />
}

function stepOf(event: KeyboardEvent): Step | undefined {
  if (event.key === 'Enter' && !event.shiftKey) return 'down'
  if (event.key === 'Tab') return event.shiftKey ? 'left' : 'right'
  return undefined
}

function TextEditor({ column, value, typed, onCommit, onCancel }: EditorProps) {
  const m = useMessages(messages)
  const field = useRef<HTMLTextAreaElement>(null)
  const before = textOf(value)
  const [text, setText] = useState(typed ?? before)
  const touched = text !== before
  useUnsaved(touched)
  const long = column.kind === 'text' || column.kind === 'json'
  const wrong = touched && (text !== '' || long) ? column.check?.(text) : undefined
  useLayoutEffect(() => {
    field.current?.focus()
    if (typed === undefined) field.current?.select()
    else field.current?.setSelectionRange(typed.length, typed.length)
  }, [typed])
  const commit = (step: Step) => {
    if (!touched) return onCommit(undefined, step)
    if (wrong !== undefined) return
    // Only texts can be empty: elsewhere nothing is null.
    onCommit(text === '' && column.kind !== 'text' ? null : text, step)
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') return onCancel()
    const step = stepOf(event)
    // Tab goes through the parts of a date.
    if (step === undefined || (event.key === 'Tab' && event.target !== field.current)) return
    event.preventDefault()
    commit(step)
  }
  const choose = (choice: string | null, label: string): ReactNode => (
    <button type="button" className={classes.choose} onClick={() => onCommit(choice, 'stay')}>
      {label}
    </button>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it catches the keys of the controls in it.
    <div
      className={`${classes.editor} ${long ? classes.long : ''}`}
      onKeyDown={press}
      onMouseDown={(event) => event.stopPropagation()}
      onBlur={(event) => {
        if (leaves(event)) wrong === undefined ? commit('stay') : onCancel()
      }}
    >
      <textarea
        ref={field}
        rows={long ? Math.min(8, Math.max(1, text.split('\n').length, Math.ceil(text.length / 40))) : 1}
        value={text}
        spellCheck={false}
        autoComplete="off"
        inputMode={column.kind === 'number' ? 'decimal' : undefined}
        aria-label={column.name}
        aria-invalid={wrong !== undefined}
        onChange={(event) => setText(event.target.value)}
      />
      {wrong === undefined ? null : (
        <p role="alert" className={classes.wrong}>
          {wrong}
        </p>
      )}
      {isTemporal(column.kind) ? (
        <TemporalInput kind={column.kind} name={column.name} text={text} onText={setText} />
      ) : null}
      <div className={classes.foot}>
        {column.nullable ? choose(null, m.setNull) : null}
        {column.kind === 'text' ? choose('', m.setEmpty) : null}
        <span>{m.editorHint}</span>
      </div>
    </div>
  )
}

const NULL = '\u0000'

function ChoiceEditor({ column, value, typed, onCommit, onCancel }: EditorProps) {
  const { common } = useLanguage()
  const field = useRef<HTMLSelectElement>(null)
  const choices = column.kind === 'boolean' ? ['true', 'false'] : (column.choices ?? [])
  const begun =
    typed === undefined ? undefined : choices.find((choice) => choice.startsWith(typed.toLowerCase()))
  const before = value === null || value === undefined ? NULL : textOf(value)
  const [chosen, setChosen] = useState(begun ?? before)
  useUnsaved(chosen !== before)
  useLayoutEffect(() => field.current?.focus(), [])
  const commit = (step: Step) => {
    if (chosen === before) return onCommit(undefined, step)
    onCommit(chosen === NULL ? null : chosen, step)
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') return onCancel()
    const step = stepOf(event)
    if (step === undefined) return
    event.preventDefault()
    commit(step)
  }
  return (
    <select
      ref={field}
      className={classes.select}
      aria-label={column.name}
      value={chosen}
      onChange={(event) => setChosen(event.target.value)}
      onKeyDown={press}
      onMouseDown={(event) => event.stopPropagation()}
      onBlur={(event) => leaves(event) && commit('stay')}
    >
      {column.nullable || before === NULL ? <option value={NULL}>{common.values.null}</option> : null}
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  )
}
