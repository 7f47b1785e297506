// What a caller sees of a table, and why not the rest.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Table as ProjectTable } from '#api/client/schemas.ts'
import { type Caller, type SeenRow, seenRowsQuery, TRIED_ROWS } from '#api/data/policies.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { usersQuery } from '#api/project/users.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Card, Toolbar } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import classes from './policies.module.css'

const SHOWN_COLUMNS = 3

/** TryPolicies shows the newest rows as a caller sees them. */
export function TryPolicies({
  projectId,
  table,
}: {
  readonly projectId: string
  readonly table: ProjectTable
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const may = useMay(projectId)
  const [search, setSearch] = useState('')
  const [who, setWho] = useState('key')
  const users = useInfiniteQuery(usersQuery(projectId, search))
  const caller: Caller = who === 'key' ? { key: 'publishable' } : { user: who }
  const canTry = may('data:write') && may('policies:read')
  const seen = useQuery({ ...seenRowsQuery({ projectId, slug: table.slug }, caller), enabled: canTry })
  const found = users.data?.pages.flatMap((page) => page.users) ?? []
  if (!canTry) return <EmptyState title={m.mayNotTry} />
  return (
    <>
      <Toolbar>
        <SearchInput label={m.searchUsers} value={search} onChange={setSearch} />
        <div>
          <Combobox
            label={m.caller}
            search={common.actions.search}
            choices={[
              { value: 'key', label: m.publishable },
              ...found.map(({ id, email, phone }) => ({ value: id, label: email ?? phone ?? id })),
            ]}
            value={who}
            onChange={setWho}
          />
        </div>
      </Toolbar>
      <p className={classes.note}>{m.tried(TRIED_ROWS)}</p>
      {seen.isPending ? <Skeleton /> : null}
      {seen.isError ? <ErrorState error={seen.error} onRetry={seen.refetch} /> : null}
      {seen.data === undefined ? null : (
        <Card>
          {seen.data.length === 0 ? (
            <EmptyState title={m.noRows} hint={m.noRowsHint} />
          ) : (
            <SeenRows table={table} rows={seen.data} />
          )}
        </Card>
      )}
    </>
  )
}

function SeenRows({ table, rows }: { readonly table: ProjectTable; readonly rows: readonly SeenRow[] }) {
  const m = useMessages(messages)
  const shown = table.columns.filter(({ is_system }) => !is_system).slice(0, SHOWN_COLUMNS)
  const columns: Column<SeenRow>[] = [
    ...(shown.length === 0 ? table.columns.slice(0, 1) : shown).map(({ name }) => ({
      title: name,
      cell: ({ row }: SeenRow) => textOf(row[name]),
    })),
    {
      title: m.seen,
      cell: ({ hidden }) => (
        <Badge tone={hidden === undefined ? 'success' : 'danger'}>
          {hidden === undefined ? m.visible : m.hidden}
        </Badge>
      ),
    },
    { title: m.why, cell: ({ hidden }) => hidden?.reason ?? '—' },
  ]
  return <Table label={m.try} columns={columns} rows={rows} rowKey={({ row }) => row.id} />
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
