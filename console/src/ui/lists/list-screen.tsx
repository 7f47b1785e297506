// A screen that lists all there is of one kind, which the API answers at once: with a search, and a way to create one.
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage } from '#i18n/language.tsx'
import type { Plural } from '#i18n/plural.ts'
import { Button } from '#ui/buttons/button.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { Card, PageHeader, Toolbar } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'

/** ListWords are what such a screen says. */
export interface ListWords {
  readonly title: string
  readonly about: string
  readonly create: string
  readonly emptyTitle: string
  readonly emptyHint: string
  readonly search: string
  readonly shown: (n: number, plural: Plural) => string
}

/** ListQuery is where the rows come from. */
export interface ListQuery<Row> {
  readonly data: readonly Row[] | undefined
  readonly isPending: boolean
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** ListScreenProps are its parts; `textOf` is what of a row is searched, `onCreate` is left out where nobody may. */
export interface ListScreenProps<Row> {
  readonly words: ListWords
  readonly icon: ReactNode
  readonly query: ListQuery<Row>
  readonly textOf: (row: Row) => string
  readonly search: string
  readonly onSearch: (search: string | undefined) => void
  readonly onCreate: (() => void) | undefined
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** ListScreen shows the rows that the search finds by its children. */
export function ListScreen<Row>({
  words,
  icon,
  query,
  textOf,
  search,
  onSearch,
  onCreate,
  children,
}: ListScreenProps<Row>) {
  const { common, plural } = useLanguage()
  const wanted = search.toLowerCase()
  const rows = query.data?.filter((row) => textOf(row).toLowerCase().includes(wanted))
  const none = query.data?.length === 0
  const button =
    onCreate === undefined ? undefined : (
      <Button kind="primary" onClick={onCreate}>
        <Plus aria-hidden />
        {words.create}
      </Button>
    )
  return (
    <>
      <PageHeader title={words.title} about={words.about} actions={none ? undefined : button} />
      {query.isPending ? <Skeleton /> : null}
      {query.error === null ? null : <ErrorState error={query.error} onRetry={query.refetch} />}
      {none ? (
        <Card>
          <EmptyState icon={icon} title={words.emptyTitle} hint={words.emptyHint} action={button} />
        </Card>
      ) : null}
      {rows === undefined || none ? null : (
        <>
          <Toolbar>
            <SearchInput
              label={words.search}
              value={search}
              onChange={(search) => onSearch(search || undefined)}
            />
            <span>{words.shown(rows.length, plural)}</span>
          </Toolbar>
          {rows.length === 0 ? (
            <Card>
              <EmptyState title={common.states.nothing} />
            </Card>
          ) : (
            children(rows)
          )}
        </>
      )}
    </>
  )
}
