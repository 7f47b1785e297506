// The rows of one table: its toolbar, the grid, and what opens beside it.
import { useQuery } from '@tanstack/react-query'
import { FileUp, Plus, Table2 } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Table } from '#api/client/schemas.ts'
import type { Row } from '#api/data/rows.ts'
import { relationshipsQuery } from '#api/data/tables.ts'
import { useMay } from '#api/organisations/permissions.ts'
import type { GridColumn } from '#grid/columns.ts'
import { Grid } from '#grid/grid.tsx'
import { areaOf, selectionAt } from '#grid/selection.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { asWritten } from './edits/cell-writes.ts'
import { messages as editMessages } from './edits/messages.ts'
import { editsOf } from './edits/paste.ts'
import { useClipboard } from './edits/use-clipboard.ts'
import { useEdits } from './edits/use-edits.ts'
import { WaitingNote } from './edits/waiting-note.tsx'
// Not loaded on intent: what is typed at once belongs into it, and not into a cell.
import { FindBar } from './find/find-bar.tsx'
import { useFind } from './find/use-find.ts'
import { messages as importMessages } from './import/messages.ts'
import { messages } from './messages.ts'
import { cellContent } from './related/cell-content.tsx'
import type { Peeked } from './related/peek.tsx'
import { useRelated } from './related/use-related.ts'
import { cellEditors } from './row/cell-editors.tsx'
import { RowCards } from './rows/row-cards.tsx'
import { useSaid } from './rows/said.ts'
import { gridColumns, toValue, valueBefore } from './rows/table-columns.ts'
import { TableToolbar } from './rows/table-toolbar.tsx'
import { useLive } from './rows/use-live.ts'
import { useNarrow } from './rows/use-narrow.ts'
import { useRows } from './rows/use-rows.ts'
import { labelsOf, useTables, useView } from './search.ts'
import classes from './tables.module.css'
import { ColumnItems } from './views/column-menu.tsx'
import { useColumnView } from './views/use-column-view.ts'

const ColumnsPanel = whenShown(async () => (await import('./views/columns-panel.tsx')).ColumnsPanel)
const ConflictDialog = whenShown(async () => (await import('./edits/conflict-dialog.tsx')).ConflictDialog)
const FilterBar = whenShown(async () => (await import('./filter/filter-bar.tsx')).FilterBar)
const PasteDialog = whenShown(async () => (await import('./edits/paste-dialog.tsx')).PasteDialog)
const Peek = whenShown(async () => (await import('./related/peek.tsx')).Peek)
const RowDrawer = whenShown(async () => (await import('./row/row-drawer.tsx')).RowDrawer)
const SavedViews = whenShown(async () => (await import('./views/saved-views.tsx')).SavedViews)

/** TableEditor shows and changes the rows of a table. */
export function TableEditor({ table, onImport }: { readonly table: Table; readonly onImport: () => void }) {
  const m = useMessages(messages)
  const e = useMessages(editMessages)
  const imports = useMessages(importMessages)
  const { common, plural } = useLanguage()
  const { projectId, search, change } = useTables()
  const { as } = search
  const of = useMemo(() => ({ projectId, slug: table.slug, as }), [projectId, table.slug, as])
  const may = useMay(projectId)
  const view = useView()
  const { data: relationships = [] } = useQuery(relationshipsQuery(projectId))
  const isReadOnly = table.read_only || as !== undefined || !may('data:write')
  const columns = useMemo(
    () => gridColumns(table, relationships, view, m, isReadOnly || search.deleted === 'only'),
    [table, relationships, view, m, isReadOnly, search.deleted],
  )
  const rows = useRows(of, search, table)
  const { pages } = rows
  const labels = useMemo(() => labelsOf(search.labels), [search.labels])
  const related = useRelated(of, columns, labels, pages)
  const { said, say } = useSaid()
  const edits = useEdits(of, pages, say)
  const follows = search.deleted === undefined && as === undefined && may('realtime:read')
  const live = useLive(of, search.where, rows, follows, (cells) => say(e.elsewhere(cells, plural)))
  const narrow = useNarrow()
  const [selection, setSelection] = useState(() => selectionAt({ row: 0, column: 0 }))
  const [peeked, setPeeked] = useState<Peeked>()
  const area = areaOf(selection)
  const clipboard = useClipboard(pages, columns, area, edits)
  const paste = clipboard.pasted
  const shownColumns = useColumnView(columns)
  const count = pages.count
  const rowAt = useCallback((index: number) => pages.rowAt(index), [pages])
  const { look } = related
  const cells = cellContent(projectId, related)
  // Another one when what cells show is.
  const held = `${rows.version} ${related.version} ${search.labels}`
  const find = useFind(pages, columns, related.textOf, held, !narrow)
  const place = useRef<HTMLDivElement>(null)
  const filter = useRef<HTMLButtonElement>(null)
  const show = useCallback(
    (start: number, end: number) => {
      pages.show(start, end)
      look(start, end)
    },
    [pages, look],
  )
  const open = (row: Row) => change({ row: row.id })
  const edit = (row: Row, column: GridColumn, text: string | null) =>
    void edits.write({
      id: row.id,
      column: column.name,
      before: valueBefore(column, row),
      after: toValue(column, text),
    })
  const written = (written: readonly Row[]) => {
    if (paste === undefined) return
    edits.remember(asWritten(editsOf(paste), written))
    clipboard.close()
    live.own(written.map(({ id }) => id))
    pages.refresh(paste.rows.filter(({ row }) => row === undefined).length)
  }
  const saved = (row: Row) => {
    if (search.row === 'new') {
      live.own([row.id])
      pages.refresh(1)
    } else pages.patch(row.id, row)
    change({ row: undefined })
  }
  const editable = !isReadOnly && search.deleted === undefined
  const all = useMemo(
    () => gridColumns(table, relationships, {}, m, !editable),
    [table, relationships, m, editable],
  )
  const insert = (
    <Button kind="primary" onClick={() => change({ row: 'new' })}>
      <Plus aria-hidden />
      {m.insert}
    </Button>
  )
  const fill = (
    <>
      {insert}
      <Button onClick={onImport}>
        <FileUp aria-hidden />
        {imports.short}
      </Button>
    </>
  )
  const content = (() => {
    if (pages.error !== undefined && count === undefined)
      return <ErrorState error={pages.error} onRetry={() => pages.retry()} />
    if (count === undefined) return <Waiting show={show} />
    if (count === 0 && search.deleted === 'only') return <EmptyState title={m.noDeleted} />
    if (count === 0 && search.where !== undefined) return <EmptyState title={m.nothingTitle} />
    if (count === 0)
      return (
        <EmptyState
          icon={<Table2 aria-hidden />}
          title={m.emptyTitle}
          {...(editable ? { hint: m.emptyHint, action: fill } : {})}
        />
      )
    if (narrow) return <RowCards rows={rows} columns={columns} content={cells} onShow={show} onOpen={open} />
    return (
      <Grid<Row>
        label={table.name}
        columns={columns}
        frozen={shownColumns.frozen}
        rowCount={count}
        rowAt={rowAt}
        revision={`${edits.version} ${live.version} ${held} ${find.found?.places.length} ${find.text}`}
        content={cells}
        onPeek={(column, value, anchor) => setPeeked({ column, value, anchor })}
        rowState={(row) => (live.isDeleted(row.id) ? 'deleted' : undefined)}
        cellState={(row, column) =>
          edits.isPending(row.id, column)
            ? 'pending'
            : live.isLit(row.id, column)
              ? 'lit'
              : find.found?.has(row.id, column)
                ? 'found'
                : undefined
        }
        selection={selection}
        onSelect={setSelection}
        onWindow={show}
        sort={shownColumns.sort}
        onSort={shownColumns.press}
        onResize={shownColumns.resize}
        onMove={(column, to) => shownColumns.place(column, shownColumns.shown.indexOf(to))}
        columnMenu={({ name }) => <ColumnItems table={table} columns={columns} name={name} />}
        onOpen={(index) => {
          const row = pages.rowAt(index)
          if (row !== undefined) open(row)
        }}
        onCopy={clipboard.copy}
        {...(editable
          ? {
              onEdit: edit,
              onEditing: (row: Row) => edits.opened(row.id),
              onClear: clipboard.clear,
              onUndo: () => void edits.undo(),
              onPaste: clipboard.paste,
              editor: cellEditors(projectId),
            }
          : {})}
      />
    )
  })()
  return (
    <>
      <TableToolbar
        table={table}
        rows={rows}
        edits={edits}
        area={area}
        status={live.status}
        isReadOnly={isReadOnly}
        narrow={narrow}
        filter={filter}
        insert={editable ? insert : null}
        onImport={editable ? onImport : undefined}
        onOpen={open}
        onGo={(row) => setSelection(selectionAt({ row, column: 0 }))}
        onFind={() => find.setText('')}
      />
      <div className={classes.content}>
        <div>
          {search.where === undefined && search.panel !== 'filter' ? null : (
            <FilterBar table={table} columns={all} button={filter} />
          )}
          {find.text === undefined || narrow ? null : (
            <FindBar
              find={find}
              active={selection.active}
              onMove={(place) => setSelection(selectionAt(place))}
              onClose={() => {
                find.setText(undefined)
                place.current?.querySelector<HTMLElement>('[role=grid]')?.focus()
              }}
            />
          )}
          <WaitingNote edits={edits} count={edits.pending} />
        </div>
        <div ref={place} className={classes.rows}>
          {content}
        </div>
        {/* What is shown, and what is being typed, stays. */}
        {pages.error === undefined || count === undefined ? null : (
          <div className={classes.announce} role="alert">
            <Button kind="danger" onClick={() => pages.retry()}>
              {common.actions.retry}: {pages.error.message}
            </Button>
          </div>
        )}
        {/* They are there before anything is announced: only changes of what is there are read out. */}
        <div className={classes.announce} role="status">
          {live.inserted === 0 ? null : (
            <Button kind="primary" onClick={live.showInserted}>
              {m.newRows(live.inserted, plural)}
            </Button>
          )}
        </div>
        <p className="visually-hidden" role="status">
          {said}
        </p>
      </div>
      {search.panel === 'columns' ? (
        <ColumnsPanel table={table} columns={columns} onClose={() => change({ panel: undefined })} />
      ) : null}
      {search.panel === 'views' ? (
        <SavedViews table={table} onClose={() => change({ panel: undefined })} />
      ) : null}
      {search.row === undefined ? null : (
        <RowDrawer
          table={table}
          columns={all}
          id={search.row}
          isReadOnly={!editable}
          onSaved={saved}
          onClose={() => change({ row: undefined })}
        />
      )}
      {peeked === undefined ? null : <Peek peeked={peeked} onClose={() => setPeeked(undefined)} />}
      {edits.conflict === undefined ? null : (
        <ConflictDialog conflict={edits.conflict} onTheirs={edits.keepTheirs} onMine={edits.keepMine} />
      )}
      {paste === undefined ? null : (
        <PasteDialog
          slug={table.slug}
          paste={paste}
          edits={edits}
          onWritten={written}
          onClose={clipboard.close}
        />
      )}
    </>
  )
}

function Waiting({ show }: { readonly show: (start: number, end: number) => void }) {
  useEffect(() => show(0, 1), [show])
  return <Skeleton lines={8} />
}
