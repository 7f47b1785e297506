// A part of the screen that files can be dropped onto.
import { type DragEvent, type ReactNode, useState } from 'react'
import classes from './import.module.css'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** DropFiles passes on the first file that is dropped; without `onFile` it takes none. */
export function DropFiles({
  label,
  className,
  onFile,
  children,
}: {
  readonly label: string
  readonly className?: string | undefined
  readonly onFile: ((file: File) => void) | undefined
  readonly children: ReactNode
}) {
  const [isOver, setOver] = useState(false)
  const take = (event: DragEvent) => {
    if (onFile === undefined || !hasFiles(event)) return
    event.preventDefault()
    setOver(event.type === 'dragover')
    const [file] = event.dataTransfer.files
    if (event.type === 'drop' && file !== undefined) onFile(file)
  }
  return (
    <section
      aria-label={label}
      className={`${className ?? ''} ${classes.target}`}
      data-over={isOver || undefined}
      onDragOver={take}
      onDragLeave={() => setOver(false)}
      onDrop={take}
    >
      {children}
    </section>
  )
}
