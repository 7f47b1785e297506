// What can be done with a table as a whole, and with the rows that are selected.
import {
  ArrowLeft,
  Bookmark,
  Columns3,
  Download,
  FileUp,
  Filter,
  RotateCw,
  Search,
  Trash2,
} from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { useAct } from '#acts/use-act.ts'
import type { Table } from '#api/client/schemas.ts'
import { exportRows, type RowFormat } from '#api/data/imports.ts'
import type { Status } from '#api/data/live.ts'
import type { Row } from '#api/data/rows.ts'
import type { Area } from '#grid/selection.ts'
import { useMessages } from '#i18n/language.tsx'
import type { Edits } from '#screens/tables/edits/use-edits.ts'
import { messages as filterMessages } from '#screens/tables/filter/messages.ts'
import { messages as findMessages } from '#screens/tables/find/messages.ts'
import { messages as importMessages } from '#screens/tables/import/messages.ts'
import { messages } from '#screens/tables/messages.ts'
import { useTables, useView } from '#screens/tables/search.ts'
import classes from '#screens/tables/tables.module.css'
import { Button } from '#ui/buttons/button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { saveFile } from '#ui/page/save-file.ts'
import { RowCount } from './row-count.tsx'
import { SelectionActions } from './selection-actions.tsx'
import type { Rows } from './use-rows.ts'

const FORMATS = ['csv', 'ndjson'] as const satisfies readonly RowFormat[]

/** TableToolbarProps are a table with its rows, and what the toolbar asks the editor for. */
export interface TableToolbarProps {
  readonly table: Table
  readonly rows: Rows
  readonly edits: Edits
  readonly area: Area
  readonly status: Status
  readonly isReadOnly: boolean
  readonly narrow: boolean
  /** filter is the button that adds a filter. */
  readonly filter: Ref<HTMLButtonElement>
  /** insert is the button that makes a row, if one can be made. */
  readonly insert: ReactNode
  /** onImport opens the import, if rows can be made. */
  readonly onImport: (() => void) | undefined
  readonly onOpen: (row: Row) => void
  readonly onGo: (index: number) => void
  readonly onFind: () => void
}

/** TableToolbar stands above the rows. */
export function TableToolbar(props: TableToolbarProps) {
  const { table, rows, edits, area, status, isReadOnly, narrow, insert, onImport, onOpen, onGo, onFind } =
    props
  const m = useMessages(messages)
  const find = useMessages(findMessages).menu
  const filter = useMessages(filterMessages).title
  const recount = useAct(m.recount, { mutationFn: rows.recount })
  const { projectId, search, change } = useTables()
  const { columns } = useView()
  const imports = useMessages(importMessages)
  const names = imports.export
  const save = useAct((format: RowFormat) => names[format], {
    mutationFn: (format) =>
      exportRows({ projectId, slug: table.slug, as: search.as }, search, columns, format),
    onSuccess: (file, format) => saveFile(`${table.slug}.${format}`, file),
  })
  const { as } = search
  return (
    <header className={classes.toolbar}>
      <h1 title={table.name}>{table.name}</h1>
      <Button ref={props.filter} onClick={() => change({ panel: 'filter' })}>
        <Filter aria-hidden />
        {filter}
      </Button>
      <Button onClick={() => change({ panel: 'columns' })}>
        <Columns3 aria-hidden />
        {m.columns.short}
      </Button>
      <Button onClick={() => change({ panel: 'views' })}>
        <Bookmark aria-hidden />
        {m.views.short}
      </Button>
      {search.deleted === 'only' ? (
        <Button onClick={() => change({ deleted: undefined })}>
          <ArrowLeft aria-hidden />
          {m.showLive}
        </Button>
      ) : null}
      {narrow ? null : (
        <SelectionActions
          table={table}
          area={area}
          rows={rows}
          edits={edits}
          isReadOnly={isReadOnly}
          onOpen={onOpen}
        />
      )}
      <span className={classes.space} />
      <RowCount rows={rows} status={status} onGo={narrow ? undefined : onGo} />
      {insert}
      <Menu label={m.tools}>
        {narrow ? null : (
          <MenuItem icon={<Search aria-hidden />} onSelect={onFind}>
            {find}
          </MenuItem>
        )}
        <MenuItem icon={<RotateCw aria-hidden />} onSelect={() => recount.mutate()}>
          {m.recount}
        </MenuItem>
        {onImport === undefined ? null : (
          <MenuItem icon={<FileUp aria-hidden />} onSelect={onImport}>
            {imports.short}
          </MenuItem>
        )}
        {as === undefined
          ? FORMATS.map((format) => (
              <MenuItem key={format} icon={<Download aria-hidden />} onSelect={() => save.mutate(format)}>
                {names[format]}
              </MenuItem>
            ))
          : null}
        {search.deleted === 'only' || as !== undefined ? null : (
          <MenuItem
            icon={<Trash2 aria-hidden />}
            onSelect={() => change({ deleted: 'only', where: undefined })}
          >
            {m.showDeleted}
          </MenuItem>
        )}
      </Menu>
    </header>
  )
}
