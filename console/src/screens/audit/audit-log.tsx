// The audit log, whoever's it is: filtered, read page by page, one entry in full, and downloaded.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useAct } from '#acts/use-act.ts'
import type { AuditEntry } from '#api/client/schemas.ts'
import { type AuditFilter, type AuditOf, auditCsv, auditQuery } from '#api/organisations/audit.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { FilterInput, SearchInput } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { SpanFilter } from '#ui/lists/span-filter.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card, PageHeader, Toolbar } from '#ui/page/page-header.tsx'
import { saveFile } from '#ui/page/save-file.ts'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './audit.module.css'
import { AuditDrawer } from './audit-drawer.tsx'
import { type AuditSearch, SPANS } from './audit-search.ts'
import { messages } from './messages.ts'
import { useActors } from './use-actors.ts'

/** AuditLogProps are whose log it is, and what the address says. */
export interface AuditLogProps {
  readonly of: AuditOf
  readonly organisationId: string
  readonly search: AuditSearch
  readonly onSearch: (change: AuditSearch) => void
}

const ANYBODY = 'anybody'
const HOUR_MS = 3_600_000

/** AuditLog lists entries, the latest first. */
export function AuditLog({ of, organisationId, search, onSearch }: AuditLogProps) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const filter = filterOf(search)
  const entries = useInfiniteQuery(auditQuery(of, filter))
  const { choices, nameOf } = useActors(of, organisationId)
  const download = useAct(m.download, {
    mutationFn: () => auditCsv(of, filter),
    onSuccess: ({ text, cut }) => {
      saveFile('audit-log.csv', new Blob([text], { type: 'text/csv' }))
      if (cut) toast(m.cut)
    },
  })
  const rows: readonly AuditEntry[] | undefined = entries.data?.pages.flatMap(({ items }) => items)
  const columns: Column<AuditEntry>[] = [
    {
      title: m.action,
      cell: ({ id, action }) => (
        <LinkButton onClick={() => onSearch({ entry: id })}>
          <code>{action}</code>
        </LinkButton>
      ),
    },
    { title: m.targetName, cell: ({ target, target_name }) => target_name ?? <code>{target || '—'}</code> },
    { title: m.actor, cell: ({ actor }) => nameOf(actor) },
    { title: m.address, cell: ({ address }) => <code className={classes.address}>{address}</code> },
    { title: m.time, cell: ({ created_at }) => <Moment iso={created_at} /> },
  ]
  const known = choices.some(({ value }) => value === search.actor)
  const actors = [
    { value: ANYBODY, label: m.anybody },
    ...choices,
    ...(search.actor === undefined || known ? [] : [{ value: search.actor, label: nameOf(search.actor) }]),
  ]
  return (
    <>
      <PageHeader
        title={m.title}
        about={m.about}
        actions={
          <Button busy={download.isPending} onClick={() => download.mutate()}>
            <Download aria-hidden />
            {m.download}
          </Button>
        }
      />
      <Toolbar>
        <SearchInput
          label={m.search}
          value={search.action ?? ''}
          onChange={(action) => onSearch({ action: action || undefined })}
        />
        <div className={classes.filter}>
          <Select
            label={m.actor}
            choices={actors}
            value={search.actor ?? ANYBODY}
            onChange={(actor) => onSearch({ actor: actor === ANYBODY ? undefined : actor })}
          />
        </div>
        <SpanFilter
          label={m.since}
          spans={m.spans}
          from={m.from}
          until={m.to}
          className={classes.filter}
          value={{ span: search.since, since: search.from, until: search.to }}
          onChange={(change) =>
            onSearch({
              ...('span' in change && { since: change.span }),
              ...('since' in change && { from: change.since }),
              ...('until' in change && { to: change.until }),
            })
          }
        />
        <FilterInput
          label={m.byTarget}
          value={search.target ?? ''}
          onChange={(target) => onSearch({ target: target || undefined })}
        />
      </Toolbar>
      {entries.isPending ? <Skeleton lines={8} /> : null}
      {entries.isError ? <ErrorState error={entries.error} onRetry={entries.refetch} /> : null}
      {rows === undefined ? null : (
        <Card>
          {rows.length === 0 ? (
            <EmptyState title={common.states.nothing} />
          ) : (
            <Table
              label={m.title}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              onMore={entries.hasNextPage ? () => entries.fetchNextPage() : undefined}
              loadingMore={entries.isFetchingNextPage}
            />
          )}
        </Card>
      )}
      {search.entry === undefined ? null : (
        <AuditDrawer
          of={of}
          id={search.entry}
          nameOf={nameOf}
          onNarrow={(change) => onSearch({ ...change, entry: undefined })}
          onClose={() => onSearch({ entry: undefined })}
        />
      )}
    </>
  )
}

function filterOf({ action, actor, target, since, from, to }: AuditSearch): AuditFilter {
  const first = since === undefined ? from : hoursAgo(SPANS[since])
  return {
    ...(action !== undefined && { action }),
    ...(actor !== undefined && { actor }),
    ...(target !== undefined && { target }),
    ...(first !== undefined && { from: first }),
    ...(to !== undefined && since === undefined && { to }),
  }
}

// To the hour, so that the same filter stays the same query.
function hoursAgo(hours: number): string {
  return new Date((Math.floor(Date.now() / HOUR_MS) - hours) * HOUR_MS).toISOString()
}
