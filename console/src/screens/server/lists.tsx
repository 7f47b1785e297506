// All organisations and all projects of the installation, found by name.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ListedOrganisation, ListedProject } from '#api/client/schemas.ts'
import { allOrganisationsQuery, allProjectsQuery } from '#api/organisations/operators.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card, Toolbar } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'

/** SearchProps are what is searched for. */
export interface SearchProps {
  readonly search: string
  readonly onSearch: (search: string) => void
}

/** AllOrganisations lists all organisations. */
export function AllOrganisations(props: SearchProps) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const organisations = useInfiniteQuery(allOrganisationsQuery(props.search))
  const columns: Column<ListedOrganisation>[] = [
    {
      title: m.name,
      cell: ({ name, is_personal }) => (
        <>
          {name} {is_personal ? <Badge>{m.personal}</Badge> : null}
        </>
      ),
    },
    { title: m.members, end: true, cell: ({ members }) => format.number(members) },
    { title: m.projects, end: true, cell: ({ projects }) => format.number(projects) },
    { title: m.created, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
  ]
  return <Listed {...props} label={m.tabs.organisations} columns={columns} query={organisations} />
}

/** AllProjects lists all projects, those that are being deleted too. */
export function AllProjects(props: SearchProps) {
  const m = useMessages(messages)
  const projects = useInfiniteQuery(allProjectsQuery(props.search))
  const columns: Column<ListedProject>[] = [
    { title: m.name, cell: ({ name }) => name },
    {
      title: m.status,
      cell: ({ status }) => (
        <Badge tone={status === 'active' ? 'success' : 'warning'}>{m.statuses[status]}</Badge>
      ),
    },
    { title: m.cluster, cell: ({ cluster }) => <code>{cluster}</code> },
    { title: m.created, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
  ]
  return <Listed {...props} label={m.tabs.projects} columns={columns} query={projects} />
}

interface ListedProps<Row> extends SearchProps {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly query: {
    readonly data: { readonly pages: readonly { readonly items: readonly Row[] }[] } | undefined
    readonly isPending: boolean
    readonly error: Error | null
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly refetch: () => unknown
    readonly fetchNextPage: () => unknown
  }
}

function Listed<Row extends { readonly id: string; readonly name: string }>({
  search,
  onSearch,
  label,
  columns,
  query,
}: ListedProps<Row>) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const rows = query.data?.pages.flatMap(({ items }) => items)
  const id: Column<Row> = {
    title: common.actions.copy,
    hidden: true,
    end: true,
    cell: ({ id, name }) => <CopyButton text={id} what={name} />,
  }
  return (
    <>
      <Toolbar>
        <SearchInput label={m.search} value={search} onChange={onSearch} />
      </Toolbar>
      {query.isPending ? <Skeleton lines={6} /> : null}
      {query.error === null ? null : <ErrorState error={query.error} onRetry={query.refetch} />}
      {rows === undefined ? null : (
        <Card>
          {rows.length === 0 ? (
            <EmptyState title={common.states.nothing} />
          ) : (
            <Table
              label={label}
              columns={[...columns, id]}
              rows={rows}
              rowKey={({ id }) => id}
              onMore={query.hasNextPage ? () => query.fetchNextPage() : undefined}
              loadingMore={query.isFetchingNextPage}
            />
          )}
        </Card>
      )}
    </>
  )
}
