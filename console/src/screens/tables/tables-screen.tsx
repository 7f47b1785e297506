// The table editor: the tables of a project at the side, and the rows of one.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Lock, Table2 } from 'lucide-react'
import { useState } from 'react'
import type { Table } from '#api/schemas.ts'
import { tablesQuery } from '#api/tables.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { SearchInput } from '#ui/input.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { useTables } from './search.ts'
import { TableEditor } from './table-editor.tsx'
import classes from './tables.module.css'

/** TablesScreen shows the table that the address names. */
export function TablesScreen() {
  const { m } = useLanguage()
  const { projectId, search } = useTables()
  const tables = useQuery(tablesQuery(projectId))
  const table = tables.data?.find(({ slug }) => slug === search.table)
  if (tables.isPending) return <Skeleton lines={8} />
  if (tables.isError) return <ErrorState error={tables.error} onRetry={tables.refetch} />
  return (
    <div className={classes.screen} data-wide>
      <TableList tables={tables.data} />
      <section className={classes.main} aria-label={table?.name ?? m.tables.title}>
        {table === undefined ? (
          <>
            <h1 className="visually-hidden">{m.tables.title}</h1>
            <EmptyState
              icon={<Table2 aria-hidden />}
              title={search.table === undefined ? m.tables.choose : m.tables.missing(search.table)}
              hint={
                tables.data.some(({ read_only }) => !read_only) ? m.tables.chooseHint : m.tables.noTablesHint
              }
            />
          </>
        ) : (
          <TableEditor key={table.id} table={table} />
        )}
      </section>
    </div>
  )
}

function TableList({ tables }: { readonly tables: readonly Table[] }) {
  const { m } = useLanguage()
  const { projectId, search, openTable } = useTables()
  const [typed, setTyped] = useState('')
  const part = typed.trim().toLowerCase()
  const sorted = tables.toSorted((a, b) => a.name.localeCompare(b.name))
  const found = sorted.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(part))
  return (
    <aside className={classes.side} aria-label={m.tables.list}>
      <div className={classes.picker}>
        <Combobox
          label={m.tables.choose}
          search={m.tables.search}
          choices={sorted.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={search.table}
          onChange={(slug) => openTable(slug)}
        />
      </div>
      <div className={classes.list}>
        <SearchInput label={m.tables.search} value={typed} onChange={setTyped} />
        {found.length === 0 ? <p className={classes.note}>{m.common.states.nothing}</p> : null}
        <ul>
          {found.map(({ id, slug, name, read_only }) => (
            <li key={id}>
              <Link
                to="/projects/$projectId/tables"
                params={{ projectId }}
                search={{ table: slug }}
                className={classes.entry}
                aria-current={slug === search.table ? 'page' : undefined}
              >
                {read_only ? <Lock aria-label={m.tables.readOnly} /> : <Table2 aria-hidden />}
                <span>{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  )
}
