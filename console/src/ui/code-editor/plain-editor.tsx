// The text of an editor until its code is there. What is typed meanwhile is kept, and the editor goes on where the caret stood.
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { useMessages } from '#i18n/language.tsx'
import classes from './code-editor.module.css'
import { messages } from './messages.ts'
import type { CodeEditorProps, PlainState } from './types.ts'

let composition: PromiseWithResolvers<void> | undefined

function endComposition(): void {
  composition?.resolve()
  composition = undefined
}

/** composed resolves once no word is being composed, which an editor in its place would break off. */
export async function composed(): Promise<void> {
  while (composition !== undefined) await composition.promise
}

/** PlainEditor is what CodeEditor shows first; `left` is where it leaves its text and its caret when the editor comes. */
export function PlainEditor({
  label,
  value,
  onChange,
  onRun,
  onSelect,
  readOnly = false,
  left,
}: CodeEditorProps & { readonly left: RefObject<PlainState | undefined> }) {
  const m = useMessages(messages)
  const hint = useId()
  const place = useRef<HTMLTextAreaElement>(null)
  const isLeaving = useRef(false)
  const given = useRef(value)
  // The page may show it later than the next key is pressed.
  const [typed, setTyped] = useState<string>()
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setTyped(undefined)
  }
  const change = (area: HTMLTextAreaElement) => {
    setTyped(area.value)
    onChange?.(area.value)
    onSelect?.(selectedIn(area))
  }

  useLayoutEffect(() => {
    given.current = value
  }, [value])
  useLayoutEffect(() => {
    const area = place.current
    return () => {
      endComposition()
      if (area === null) return
      const { value: text, selectionStart: anchor, selectionEnd: head } = area
      const isFocused = document.activeElement === area
      left.current = { value: given.current, text, selection: { anchor, head }, isFocused }
    }
  }, [left])

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, ctrlKey, metaKey, shiftKey, currentTarget: area } = event
    const wasLeaving = isLeaving.current
    if (key !== 'Shift') isLeaving.current = key === 'Escape'
    if (readOnly) return
    if (key === 'Escape') event.stopPropagation()
    else if (key === 'Enter' && (ctrlKey || metaKey) && onRun !== undefined) {
      event.preventDefault()
      onRun(selectedIn(area)?.text ?? area.value)
    } else if (key === 'Tab' && !wasLeaving) {
      event.preventDefault()
      indent(area, shiftKey)
      change(area)
    }
  }
  return (
    <>
      <textarea
        ref={place}
        className={classes.plain}
        aria-label={label}
        aria-describedby={readOnly ? undefined : hint}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        readOnly={readOnly}
        value={typed ?? value}
        onChange={({ currentTarget }) => change(currentTarget)}
        onKeyDown={press}
        onSelect={({ currentTarget }) => onSelect?.(selectedIn(currentTarget))}
        onCompositionStart={() => {
          composition ??= Promise.withResolvers()
        }}
        onCompositionEnd={endComposition}
      />
      <p id={hint} className="visually-hidden">
        {m.leave}
      </p>
    </>
  )
}

function selectedIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
  if (selectionStart === selectionEnd) return undefined
  const before = value.slice(0, selectionStart).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  return { text: value.slice(selectionStart, selectionEnd), line: before.length, column }
}

// Each line of the selection by two spaces, as the editor does.
function indent(area: HTMLTextAreaElement, isLess: boolean): void {
  const { value, selectionStart, selectionEnd } = area
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1
  const rest = value.indexOf('\n', selectionEnd)
  const end = rest < 0 ? value.length : rest
  const lines = value.slice(start, end).split('\n')
  const next = lines.map((line) => (isLess ? line.replace(/^ {1,2}/, '') : `  ${line}`))
  const moved = (next[0] ?? '').length - (lines[0] ?? '').length
  const text = next.join('\n')
  area.setRangeText(text, start, end)
  const from = Math.max(start, selectionStart + moved)
  area.setSelectionRange(from, Math.max(from, selectionEnd + text.length - (end - start)))
}
