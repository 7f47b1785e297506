// The file of a row below the field of its id.
import { useState } from 'react'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/tables/messages.ts'
import { Button } from '#ui/buttons/button.tsx'
import classes from './file.module.css'
import { FilePicker } from './file-picker.tsx'
import { ShownFile } from './shown-file.tsx'

/** FileFieldProps are the column, and the id of its file or an empty text. */
export interface FileFieldProps {
  readonly projectId: string
  readonly name: string
  readonly id: string
  readonly nullable: boolean
  readonly onChange: (id: string | null) => void
}

/** FileField shows the file and chooses another. */
export function FileField({ projectId, name, id, nullable, onChange }: FileFieldProps) {
  const m = useMessages(messages).file
  const [open, setOpen] = useState(false)
  const pick = (next: string | null) => {
    setOpen(false)
    onChange(next)
  }
  return (
    <div className={classes.field}>
      {id === '' ? null : <ShownFile projectId={projectId} id={id} />}
      <Button onClick={() => setOpen(true)}>{m.title(name)}</Button>
      {open ? (
        <FilePicker
          projectId={projectId}
          name={name}
          id={id === '' ? undefined : id}
          nullable={nullable}
          onPick={pick}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
}
