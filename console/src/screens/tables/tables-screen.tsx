// The table editor: the tables of a project at the side, and the rows of one.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileUp, Lock, Plus, Table2 } from 'lucide-react'
import { useState } from 'react'
import type { Table } from '#api/client/schemas.ts'
import { tablesQuery } from '#api/data/tables.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { TabStrip } from '#ui/page/tab-strip.tsx'
import { messages as formMessages } from './create/messages.ts'
import { DropFiles } from './import/drop-files.tsx'
import { messages as importMessages } from './import/messages.ts'
import { messages } from './messages.ts'
import { useMedia } from './rows/use-narrow.ts'
import { useTables } from './search.ts'
import { TableEditor } from './table-editor.tsx'
import classes from './tables.module.css'
import { messages as tabMessages } from './tabs/messages.ts'
import { type TableTabs, useTableTabs } from './tabs/use-table-tabs.ts'

const ImportDialog = whenShown(async () => (await import('./import/import-dialog.tsx')).ImportDialog)
const NewTableForm = whenShown(async () => (await import('./create/new-table-form.tsx')).NewTableForm)

/** TablesScreen shows the table that the address names. */
export function TablesScreen() {
  const { projectId } = useTables()
  const tables = useQuery(tablesQuery(projectId))
  if (tables.isPending) return <Skeleton lines={8} />
  if (tables.isError) return <ErrorState error={tables.error} onRetry={tables.refetch} />
  return <OpenTables tables={tables.data} />
}

function OpenTables({ tables }: { readonly tables: readonly Table[] }) {
  const m = useMessages(messages)
  const t = useMessages(tabMessages)
  const f = useMessages(formMessages)
  const i = useMessages(importMessages)
  const { projectId, search, change, openTable } = useTables()
  const may = useMay(projectId)
  const mayMake = may('schema:write') && search.as === undefined
  const onNew = mayMake ? () => change({ create: true }) : undefined
  const tabs = useTableTabs(tables)
  const table = tables.find(({ slug }) => slug === search.table)
  const target = table?.read_only ? undefined : table
  const mayImport = may('data:write') && search.as === undefined && (target === undefined ? mayMake : true)
  const [dropped, setDropped] = useState<File>()
  // Rows that were imported are read anew.
  const [imports, setImports] = useState(0)
  const importFile = (file?: File) => {
    setDropped(file)
    void change({ panel: 'import' })
  }
  const titleOf = (slug: string) => tables.find((one) => one.slug === slug)?.name ?? slug
  return (
    <div className={classes.screen} data-wide>
      <TableList tables={tables} tabs={tabs} onNew={onNew} />
      <DropFiles
        label={table?.name ?? m.title}
        className={classes.main}
        onFile={mayImport ? importFile : undefined}
      >
        {tabs.all.length < 2 ? null : (
          <div className={classes.tabs}>
            <TabStrip
              label={t.tabs}
              tabs={tabs.all.map((tab) => ({ id: tab.table, title: titleOf(tab.table) }))}
              active={table?.slug}
              close={t.close}
              onOpen={tabs.open}
              onClose={tabs.close}
            />
          </div>
        )}
        {table === undefined ? (
          <>
            <h1 className="visually-hidden">{m.title}</h1>
            <EmptyState
              icon={<Table2 aria-hidden />}
              title={search.table === undefined ? m.choose : m.missing(search.table)}
              hint={tables.some(({ read_only }) => !read_only) ? m.chooseHint : m.noTablesHint}
              action={
                onNew && (
                  <>
                    <Button kind="primary" onClick={onNew}>
                      <Plus aria-hidden />
                      {f.title}
                    </Button>
                    {mayImport ? (
                      <Button onClick={() => importFile()}>
                        <FileUp aria-hidden />
                        {i.first}
                      </Button>
                    ) : null}
                  </>
                )
              }
            />
          </>
        ) : (
          <TableEditor
            key={`${table.id} ${search.as} ${imports}`}
            table={table}
            onImport={() => importFile()}
          />
        )}
      </DropFiles>
      {mayImport && search.panel === 'import' ? (
        <ImportDialog
          projectId={projectId}
          tables={tables}
          table={target}
          dropped={dropped}
          onDone={(slug) => {
            setDropped(undefined)
            setImports(imports + 1)
            if (slug === table?.slug) void change({ panel: undefined })
            else void openTable(slug)
          }}
          onClose={() => {
            setDropped(undefined)
            void change({ panel: undefined })
          }}
        />
      ) : null}
      {mayMake && search.create ? (
        <NewTableForm tables={tables} onClose={() => change({ create: undefined })} />
      ) : null}
    </div>
  )
}

function TableList({
  tables,
  tabs,
  onNew,
}: {
  readonly tables: readonly Table[]
  readonly tabs: TableTabs
  readonly onNew: (() => void) | undefined
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { projectId, search } = useTables()
  // As in tables.module.css: where the list has no room beside the rows.
  const hasPicker = useMedia('(max-width: 60rem)')
  const [typed, setTyped] = useState('')
  const part = typed.trim().toLowerCase()
  const sorted = tables.toSorted((a, b) => a.name.localeCompare(b.name))
  const found = sorted.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(part))
  return (
    <aside className={classes.side} aria-label={m.list}>
      {hasPicker ? (
        <div className={classes.picker}>
          {onNew && <NewButton onNew={onNew} />}
          <Combobox
            label={m.choose}
            search={m.search}
            choices={sorted.map(({ slug, name }) => ({ value: slug, label: name }))}
            value={search.table}
            onChange={tabs.open}
          />
        </div>
      ) : null}
      <div className={classes.list}>
        <div className={classes.title}>
          <h2>{m.list}</h2>
          {onNew && <NewButton onNew={onNew} />}
        </div>
        <SearchInput label={m.search} value={typed} onChange={setTyped} />
        {found.length === 0 ? <p className={classes.note}>{common.states.nothing}</p> : null}
        <ul>
          {found.map(({ id, slug, name, read_only }) => (
            <li key={id}>
              <Link
                to="/projects/$projectId/tables"
                params={{ projectId }}
                search={{ table: slug, as: search.as, ...tabs.all.find((tab) => tab.table === slug)?.view }}
                className={classes.entry}
                aria-current={slug === search.table ? 'page' : undefined}
              >
                {read_only ? <Lock aria-label={m.readOnly} /> : <Table2 aria-hidden />}
                <span>{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  )
}

function NewButton({ onNew }: { readonly onNew: () => void }) {
  const { title } = useMessages(formMessages)
  return (
    <Button kind="quiet" size="icon" aria-label={title} title={title} onClick={onNew}>
      <Plus aria-hidden />
    </Button>
  )
}
