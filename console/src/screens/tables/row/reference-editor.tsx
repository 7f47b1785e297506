// The editor of a cell that refers to a row of another table.
import { useState } from 'react'
import { type EditorProps, leaves } from '#grid/cell-editor.tsx'
import { textOf } from '#grid/columns.ts'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { ReferenceInput } from './reference-input.tsx'
import classes from './row-form.module.css'

/** ReferenceEditor suggests rows of the other table. */
export function ReferenceEditor({
  projectId,
  column,
  value,
  typed,
  onCommit,
  onCancel,
}: EditorProps & { readonly projectId: string }) {
  const before = textOf(value)
  const [text, setText] = useState(typed ?? before)
  const touched = text !== before
  useUnsaved(touched)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it keeps the keys of the field from the grid.
    <div
      className={classes.cell}
      onMouseDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      onBlur={(event) => {
        if (leaves(event)) onCancel()
      }}
    >
      <ReferenceInput
        projectId={projectId}
        table={column.reference ?? ''}
        label={column.name}
        text={text}
        focused
        onText={setText}
        onPick={(id) => onCommit(id, 'stay')}
        onKey={(event) => {
          if (event.key === 'Escape') return onCancel()
          if (event.key !== 'Enter' && event.key !== 'Tab') return
          event.preventDefault()
          const step = event.key === 'Enter' ? 'down' : event.shiftKey ? 'left' : 'right'
          onCommit(touched ? text.trim() || null : undefined, step)
        }}
      />
    </div>
  )
}
