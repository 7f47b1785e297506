// A look into what a cell refers to, above the grid: a row, a file, or bytes.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useAct } from '#acts/use-act.ts'
import { ApiError } from '#api/client/api-error.ts'
import { getRow } from '#api/data/rows.ts'
import { signDownload } from '#api/services/storage.ts'
import { type GridColumn, shownText } from '#grid/columns.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { ShownFile } from '#screens/tables/row/shown-file.tsx'
import { useTables } from '#screens/tables/search.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { saveFile } from '#ui/page/save-file.ts'
import { Skeleton } from '#ui/page/states.tsx'
import { blobOf, sizeOf } from './bytes.ts'
import { messages } from './messages.ts'
import classes from './related.module.css'

const MOST_COLUMNS = 12
const FIRST_BYTES = 64
const DOWNLOAD_SECONDS = 300

/** Peeked is a cell that is looked into: its column, its value, and where it is. */
export interface Peeked {
  readonly column: GridColumn
  readonly value: string
  readonly anchor: Element
}

/** PeekProps are the cell, and what closes the look. */
export interface PeekProps {
  readonly peeked: Peeked
  readonly onClose: () => void
}

/** Peek shows it until Esc, or a click elsewhere. */
export function Peek(props: PeekProps) {
  const { kind } = props.peeked.column
  if (kind === 'file') return <FilePeek {...props} />
  return kind === 'bytes' ? <BytesPeek {...props} /> : <RowPeek {...props} />
}

function RowPeek({ peeked: { column, value, anchor }, onClose }: PeekProps) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const {
    projectId,
    search: { as },
  } = useTables()
  const slug = column.reference ?? ''
  const { data, error } = useQuery({
    queryKey: ['projects', projectId, 'rows', slug, 'peek', value, as],
    queryFn: () => getRow({ projectId, slug, as }, value),
    staleTime: 0,
    retry: false,
  })
  const isGone = error instanceof ApiError && error.status === 404
  const values = Object.entries(data?.row ?? {}).slice(0, MOST_COLUMNS)
  const footer = (
    <Link
      to="/projects/$projectId/tables"
      params={{ projectId }}
      search={{ table: slug, where: `(id.eq.${value})`, as }}
    >
      {m.open(slug)}
    </Link>
  )
  return (
    <Popover open anchor={anchor} onOpen={onClose} title={m.title(slug)} footer={footer}>
      {error === null ? null : <p className={classes.note}>{isGone ? m.hidden : error.message}</p>}
      {data === undefined && error === null ? <Skeleton lines={4} /> : null}
      <dl className={classes.values}>
        {values.map(([name, value]) => [
          <dt key={`${name} name`}>{name}</dt>,
          <dd key={name}>
            {value === null ? common.values.null : value === '' ? common.values.empty : shownText(value)}
          </dd>,
        ])}
      </dl>
    </Popover>
  )
}

function FilePeek({ peeked: { column, value, anchor }, onClose }: PeekProps) {
  const m = useMessages(messages)
  const { projectId } = useTables()
  const download = useAct(m.download, {
    mutationFn: () => signDownload(projectId, value, DOWNLOAD_SECONDS, true),
    // The browser saves it: the answer says that it is an attachment.
    onSuccess: ({ url }) => location.assign(url),
  })
  const footer = <DownloadButton busy={download.isPending} onClick={() => download.mutate()} />
  return (
    <Popover open anchor={anchor} onOpen={onClose} title={column.name} footer={footer}>
      <div className={classes.note}>
        <ShownFile projectId={projectId} id={value} />
      </div>
    </Popover>
  )
}

function BytesPeek({ peeked: { column, value, anchor }, onClose }: PeekProps) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const save = () => saveFile(`${column.name}.bin`, blobOf(value))
  return (
    <Popover
      open
      anchor={anchor}
      onOpen={onClose}
      title={column.name}
      footer={<DownloadButton onClick={save} />}
    >
      <dl className={classes.values}>
        <dt>{m.bytes}</dt>
        <dd>{format.number(sizeOf(value))}</dd>
        <dt>{m.start}</dt>
        <dd>
          <code>{value.slice(2, 2 + 2 * FIRST_BYTES)}</code>
        </dd>
      </dl>
    </Popover>
  )
}

function DownloadButton(props: { readonly busy?: boolean; readonly onClick: () => void }) {
  const m = useMessages(messages)
  return (
    <Button {...props}>
      <Download aria-hidden />
      {m.download}
    </Button>
  )
}
