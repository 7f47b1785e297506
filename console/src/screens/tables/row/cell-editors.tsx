// The editors of cells that need the API: references to rows, and files.
import type { ReactNode } from 'react'
import type { EditorProps } from '#grid/cell-editor.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { ReferenceEditor } from './reference-editor.tsx'

const FilePicker = whenShown(async () => (await import('./file-picker.tsx')).FilePicker)

/** cellEditors returns the editors of references and files, and none for other columns. */
export function cellEditors(projectId: string): (props: EditorProps) => ReactNode | undefined {
  return (props) => {
    const { column, value, onCommit, onCancel } = props
    if (column.kind === 'file')
      return (
        <FilePicker
          projectId={projectId}
          name={column.name}
          id={typeof value === 'string' ? value : undefined}
          nullable={column.nullable}
          onPick={(id) => onCommit(id, 'stay')}
          onClose={onCancel}
        />
      )
    return column.reference === undefined ? undefined : <ReferenceEditor {...props} projectId={projectId} />
  }
}
