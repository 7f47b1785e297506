// The audit log, whoever's it is: filtered, read page by page, one entry in full, and downloaded.
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { AuditEntry } from '#api/client/schemas.ts'
import { type AuditFilter, type AuditOf, auditCsv, auditQuery } from '#api/organisations/audit.ts'
import { membersQuery } from '#api/organisations/organisations.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { SearchInput } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { toastError } from '#ui/overlays/toast.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card, PageHeader, Toolbar } from '#ui/page/page-header.tsx'
import { saveFile } from '#ui/page/save-file.ts'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './audit.module.css'
import { AuditDrawer } from './audit-drawer.tsx'
import { type AuditSearch, SPANS } from './audit-search.ts'
import { messages } from './messages.ts'

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
  const { data: members = [] } = useQuery(membersQuery(organisationId))
  const filter = filterOf(search)
  const entries = useInfiniteQuery(auditQuery(of, filter))
  const names = new Map(members.map(({ account_id, full_name }) => [`dashboard:${account_id}`, full_name]))
  const nameOf = (actor: string) =>
    names.get(actor) ?? (actor.startsWith('api_key:') ? m.apiKey : m.formerMember)
  const download = useMutation({ mutationFn: () => saveCsv(of, filter), onError: toastError })
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
    { title: m.actor, cell: ({ actor }) => nameOf(actor) },
    { title: m.address, cell: ({ address }) => <code className={classes.address}>{address}</code> },
    { title: m.time, cell: ({ created_at }) => <Moment iso={created_at} /> },
  ]
  const actors = [
    { value: ANYBODY, label: m.anybody },
    ...members.map(({ account_id, full_name }) => ({ value: `dashboard:${account_id}`, label: full_name })),
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
        <div className={classes.filter}>
          <Select
            label={m.since}
            choices={choicesOf(m.spans)}
            value={search.since ?? 'ever'}
            onChange={(since) => onSearch({ since: since === 'ever' ? undefined : since })}
          />
        </div>
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
          onClose={() => onSearch({ entry: undefined })}
        />
      )}
    </>
  )
}

function filterOf({ action, actor, since }: AuditSearch): AuditFilter {
  // To the hour, so that the same filter stays the same query.
  const now = Math.floor(Date.now() / HOUR_MS)
  return {
    ...(action !== undefined && { action }),
    ...(actor !== undefined && { actor }),
    ...(since !== undefined && { from: new Date((now - SPANS[since]) * HOUR_MS).toISOString() }),
  }
}

async function saveCsv(of: AuditOf, filter: AuditFilter): Promise<void> {
  const blob = new Blob([await auditCsv(of, filter)], { type: 'text/csv' })
  saveFile('audit-log.csv', blob)
}
