// Where rows come from: a file that is chosen or dropped, or what is pasted.
import { FileUp } from 'lucide-react'
import { type ClipboardEvent, type RefObject, useRef, useState } from 'react'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import classes from './import.module.css'
import { messages } from './messages.ts'
import type { Source } from './sample.ts'

/** SourceField takes a source. What is pasted is not shown: it may be long. */
export function SourceField({
  focus,
  onSource,
}: {
  readonly focus: RefObject<HTMLButtonElement | null>
  readonly onSource: (source: Source) => void
}) {
  const m = useMessages(messages)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const takeFile = (file: File | undefined) => file !== undefined && onSource({ name: file.name, file })
  const takeText = (text: string) => onSource({ name: '', file: new Blob([text]) })
  const paste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files
    const text = event.clipboardData.getData('text/plain')
    if (file === undefined && text.trim() === '') return
    event.preventDefault()
    if (file === undefined) takeText(text)
    else takeFile(file)
  }
  return (
    <div className={classes.source} onPaste={paste}>
      <FileUp aria-hidden />
      <p>{m.drop}</p>
      <Button ref={focus} kind="primary" onClick={() => input.current?.click()}>
        {m.choose}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,text/tab-separated-values"
        onChange={({ currentTarget }) => takeFile(currentTarget.files?.[0])}
      />
      <div className={classes.paste}>
        <Field label={m.paste}>
          <Textarea code value={typed} onValueChange={setTyped} />
        </Field>
        {typed.trim() === '' ? null : <Button onClick={() => takeText(typed)}>{m.take}</Button>}
      </div>
    </div>
  )
}
