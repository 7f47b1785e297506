// The files of a folder as a table.
import { Folder } from 'lucide-react'
import type { ListEntry } from '#api/client/schemas.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/storage/messages.ts'
import classes from '#screens/storage/storage.module.css'
import { Choose } from '#screens/storage/uploads/choose.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { FileIcon } from './file-icon.tsx'

/** FilesProps are those of the list and of the gallery; `chosen` are names, `folder` is not repeated in them. */
export interface FilesProps {
  readonly projectId: string
  readonly rows: readonly ListEntry[]
  readonly folder: string
  readonly chosen: ReadonlySet<string>
  readonly mayWrite: boolean
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  readonly onFolder: (folder: string) => void
  readonly onFile: (id: string) => void
  readonly onMore: (() => void) | undefined
  readonly loadingMore: boolean
}

/** nameIn returns the name of an entry as it is called in a folder. */
export function nameIn(folder: string, { name }: ListEntry): string {
  const own = name.startsWith(folder) ? name.slice(folder.length) : name
  return own.endsWith('/') ? own.slice(0, -1) : own
}

/** FileList shows names, types, sizes and times. */
export function FileList(props: FilesProps) {
  const { rows, folder, mayWrite, onFolder, onFile, onMore, loadingMore } = props
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { columns: titles } = m
  const columns: Column<ListEntry>[] = [
    {
      title: titles.name,
      cell: (entry) => (
        <span className={classes.name}>
          {mayWrite ? <Choose {...props} entry={entry} /> : null}
          {entry.type === 'folder' ? (
            <Folder aria-hidden className={classes.folder} />
          ) : (
            <FileIcon mimeType={entry.mime_type} />
          )}
          <LinkButton onClick={() => (entry.type === 'folder' ? onFolder(entry.name) : onFile(entry.id))}>
            {nameIn(folder, entry)}
          </LinkButton>
        </span>
      ),
    },
    { title: titles.type, cell: (entry) => (entry.type === 'folder' ? m.folder : entry.mime_type) },
    {
      title: titles.size,
      end: true,
      cell: (entry) => (
        <span className={classes.short}>{entry.type === 'folder' ? '—' : format.bytes(entry.size)}</span>
      ),
    },
    {
      title: titles.changed,
      cell: (entry) => (entry.type === 'folder' ? '—' : <Moment iso={entry.updated_at} relative />),
    },
  ]
  return (
    <Card>
      <Table
        label={m.files}
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
        onMore={onMore}
        loadingMore={loadingMore}
      />
    </Card>
  )
}
