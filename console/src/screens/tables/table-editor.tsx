// The rows of one table: its toolbar, the grid, and what opens beside it.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Bookmark, Columns3, Filter, Plus, RotateCw, Table2, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Table } from '#api/client/schemas.ts'
import type { Row } from '#api/data/rows.ts'
import { relationshipsQuery } from '#api/data/tables.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { toClipboard } from '#grid/clipboard.ts'
import type { GridColumn } from '#grid/columns.ts'
import { Grid } from '#grid/grid.tsx'
import { areaOf, selectionAt } from '#grid/selection.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { toastError } from '#ui/overlays/toast.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { copyOf, editsOf, type Paste, pasteOf } from './edits/paste.ts'
import { useEdits } from './edits/use-edits.ts'
import { messages } from './messages.ts'
import { cellEditors } from './row/cell-editors.tsx'
import { RowCards } from './rows/row-cards.tsx'
import { RowCount } from './rows/row-count.tsx'
import { SelectionActions } from './rows/selection-actions.tsx'
import { gridColumns, toValue } from './rows/table-columns.ts'
import { useLive } from './rows/use-live.ts'
import { useNarrow } from './rows/use-narrow.ts'
import { useRows } from './rows/use-rows.ts'
import { orderText, sortedBy, sortOf, useTables, useView, viewText } from './search.ts'
import classes from './tables.module.css'
import { countConditions, readWhere } from './views/filter-tree.ts'

const ColumnsPanel = whenShown(async () => (await import('./views/columns-panel.tsx')).ColumnsPanel)
const ConflictDialog = whenShown(async () => (await import('./edits/conflict-dialog.tsx')).ConflictDialog)
const FilterPanel = whenShown(async () => (await import('./views/filter-panel.tsx')).FilterPanel)
const PasteDialog = whenShown(async () => (await import('./edits/paste-dialog.tsx')).PasteDialog)
const RowDrawer = whenShown(async () => (await import('./row/row-drawer.tsx')).RowDrawer)
const SavedViews = whenShown(async () => (await import('./views/saved-views.tsx')).SavedViews)

/** TableEditor shows and changes the rows of a table. */
export function TableEditor({ table }: { readonly table: Table }) {
  const m = useMessages(messages)
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
  const rows = useRows(of, search)
  const { pages } = rows
  const edits = useEdits(of, pages)
  const live = useLive(of, pages, search.deleted === undefined && as === undefined && may('realtime:read'))
  const narrow = useNarrow()
  const [selection, setSelection] = useState(() => selectionAt({ row: 0, column: 0 }))
  const [paste, setPaste] = useState<Paste>()
  const area = areaOf(selection)
  const sort = sortOf(search.order)
  const count = pages.count
  const rowAt = useCallback((index: number) => pages.rowAt(index), [pages])
  const show = useCallback((start: number, end: number) => pages.show(start, end), [pages])
  const open = (row: Row) => change({ row: row.id })
  const edit = (row: Row, column: GridColumn, text: string | null) =>
    void edits.write({
      id: row.id,
      column: column.name,
      before: row[column.name],
      after: toValue(column, text),
    })
  const clear = () => {
    for (let index = area.top; index <= area.bottom; index += 1)
      for (const column of columns.slice(area.left, area.right + 1)) {
        const row = pages.rowAt(index)
        if (row !== undefined && !column.readOnly && column.nullable) edit(row, column, null)
      }
  }
  const resize = (column: string, width: number) =>
    change({
      columns: viewText({
        columns: columns.map(({ name }) => name),
        widths: { ...view.widths, [column]: width },
      }),
    })
  const written = () => {
    if (paste === undefined) return
    edits.remember(editsOf(paste))
    setPaste(undefined)
    pages.reload(paste.rows.filter(({ row }) => row === undefined).length)
  }
  const saved = (row: Row) => {
    if (search.row === 'new') pages.reload(1)
    else pages.patch(row.id, row)
    change({ row: undefined })
  }
  const editable = !isReadOnly && search.deleted === undefined
  const filters = search.where === undefined ? 0 : countConditions(readWhere(search.where) ?? ONE_FILTER)
  const insert = (
    <Button kind="primary" onClick={() => change({ row: 'new' })}>
      <Plus aria-hidden />
      {m.insert}
    </Button>
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
          {...(editable ? { hint: m.emptyHint, action: insert } : {})}
        />
      )
    if (narrow) return <RowCards rows={rows} columns={columns} onOpen={open} />
    return (
      <Grid<Row>
        label={table.name}
        columns={columns}
        frozen={search.frozen ?? 1}
        rowCount={count}
        rowAt={rowAt}
        revision={`${rows.version} ${edits.version} ${live.version}`}
        rowState={(row) => (live.isDeleted(row.id) ? 'deleted' : undefined)}
        cellState={(row, column) =>
          edits.isPending(row.id, column) ? 'pending' : live.isLit(row.id, column) ? 'lit' : undefined
        }
        selection={selection}
        onSelect={setSelection}
        onWindow={show}
        sort={sort}
        onSort={(column, more) => change({ order: orderText(sortedBy(sort, column, more)) })}
        onResize={resize}
        onOpen={(index) => {
          const row = pages.rowAt(index)
          if (row !== undefined) open(row)
        }}
        onCopy={() => toClipboard(copyOf(area, columns, rowAt))}
        {...(editable
          ? {
              onEdit: edit,
              onEditing: (row: Row) => edits.opened(row.id),
              onClear: clear,
              onUndo: () => void edits.undo(),
              onPaste: (text: string) => setPaste(pasteOf(text, area, columns, count, rowAt)),
              editor: cellEditors(projectId),
            }
          : {})}
      />
    )
  })()
  return (
    <>
      <header className={classes.toolbar}>
        <h1 title={table.name}>{table.name}</h1>
        <Button onClick={() => change({ panel: 'filter' })}>
          <Filter aria-hidden />
          {filters === 0 ? m.filter.title : m.filter.active(filters)}
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
            onOpen={open}
          />
        )}
        <span className={classes.space} />
        <RowCount
          rows={rows}
          status={live.status}
          onGo={narrow ? undefined : (row) => setSelection(selectionAt({ row, column: 0 }))}
        />
        {editable ? insert : null}
        <Menu label={m.tools}>
          <MenuItem icon={<RotateCw aria-hidden />} onSelect={() => rows.recount().catch(toastError)}>
            {m.recount}
          </MenuItem>
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
      <div className={classes.content}>
        {content}
        {/* What is shown, and what is being typed, stays. */}
        {pages.error === undefined || count === undefined ? null : (
          <div className={classes.announce} role="alert">
            <Button kind="danger" onClick={() => pages.retry()}>
              {common.actions.retry}: {pages.error.message}
            </Button>
          </div>
        )}
        {live.inserted === 0 ? null : (
          <div className={classes.announce} role="status">
            <Button kind="primary" onClick={live.showInserted}>
              {m.newRows(live.inserted, plural)}
            </Button>
          </div>
        )}
      </div>
      {search.panel === 'filter' ? (
        <FilterPanel table={table} onClose={() => change({ panel: undefined })} />
      ) : null}
      {search.panel === 'columns' ? (
        <ColumnsPanel table={table} columns={columns} onClose={() => change({ panel: undefined })} />
      ) : null}
      {search.panel === 'views' ? (
        <SavedViews table={table} onClose={() => change({ panel: undefined })} />
      ) : null}
      {search.row === undefined ? null : (
        <RowDrawer
          table={table}
          columns={gridColumns(table, relationships, {}, m, !editable)}
          id={search.row}
          isReadOnly={!editable}
          onSaved={saved}
          onClose={() => change({ row: undefined })}
        />
      )}
      {edits.conflict === undefined ? null : (
        <ConflictDialog conflict={edits.conflict} onTheirs={edits.keepTheirs} onMine={edits.keepMine} />
      )}
      {paste === undefined ? null : (
        <PasteDialog
          slug={table.slug}
          paste={paste}
          onWritten={written}
          onClose={() => setPaste(undefined)}
        />
      )}
    </>
  )
}

function Waiting({ show }: { readonly show: (start: number, end: number) => void }) {
  useEffect(() => show(0, 1), [show])
  return <Skeleton lines={8} />
}

// A filter that the builder cannot read counts as one.
const ONE_FILTER = readWhere('(id.is.not.null)') ?? { key: '', join: 'and', not: false, items: [] }
