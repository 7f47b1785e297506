// Policies as they work for a caller: which rows they see and why not the others, and what they could write.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Table as ProjectTable } from '#api/client/schemas.ts'
import { type SeenRow, seenRowsQuery } from '#api/data/trials.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useMessages } from '#i18n/language.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Section, Sections } from '#ui/page/section.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { CallerField } from './caller-field.tsx'
import { messages } from './messages.ts'
import { TryWrite } from './try-write.tsx'
import { Verdict } from './verdict.tsx'

const SHOWN_COLUMNS = 3

/** TryPolicies shows the rows of a table as `caller` sees them, and tries writes as that caller. */
export function TryPolicies({
  projectId,
  table,
  caller,
  onCaller,
}: {
  readonly projectId: string
  readonly table: ProjectTable
  readonly caller: string
  readonly onCaller: (caller: string) => void
}) {
  const m = useMessages(messages)
  const may = useMay(projectId)
  const canTry = may('data:write') && may('policies:read')
  const target = { projectId, slug: table.slug, as: caller }
  const seen = useInfiniteQuery({ ...seenRowsQuery(target), enabled: canTry })
  const rows = seen.data?.pages.flatMap((page) => page.rows)
  if (!canTry) return <EmptyState title={m.mayNotTry} />
  return (
    <>
      <CallerField projectId={projectId} value={caller} onChange={onCaller} />
      <Sections>
        <Section title={m.seenRows} about={m.tried}>
          {seen.isPending ? <Skeleton /> : null}
          {seen.isError ? <ErrorState error={seen.error} onRetry={seen.refetch} /> : null}
          {rows?.length === 0 ? <EmptyState title={m.noRows} hint={m.noRowsHint} /> : null}
          {rows === undefined || rows.length === 0 ? null : (
            <SeenRows
              table={table}
              rows={rows}
              onMore={seen.hasNextPage ? () => void seen.fetchNextPage() : undefined}
              loadingMore={seen.isFetchingNextPage}
            />
          )}
        </Section>
        <TryWrite key={caller} target={target} table={table} rows={rows?.map(({ row }) => row) ?? []} />
      </Sections>
    </>
  )
}

function SeenRows({
  table,
  rows,
  ...more
}: {
  readonly table: ProjectTable
  readonly rows: readonly SeenRow[]
  readonly onMore: (() => void) | undefined
  readonly loadingMore: boolean
}) {
  const m = useMessages(messages)
  const shown = table.columns.filter(({ is_system }) => !is_system).slice(0, SHOWN_COLUMNS)
  const columns: Column<SeenRow>[] = [
    ...(shown.length === 0 ? table.columns.slice(0, 1) : shown).map(({ name }) => ({
      title: name,
      cell: ({ row }: SeenRow) => textOf(row[name]),
    })),
    {
      title: m.seen,
      cell: ({ seen }) => <Badge tone={seen ? 'success' : 'danger'}>{seen ? m.visible : m.hidden}</Badge>,
    },
    { title: m.why, cell: ({ why }) => (why === undefined ? '—' : <Verdict explanation={why} />) },
  ]
  return <Table label={m.seenRows} columns={columns} rows={rows} rowKey={({ row }) => row.id} {...more} />
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
