// How the node that answers and the databases are.
import { useQuery } from '@tanstack/react-query'
import { setupQuery } from '#api/account/accounts.ts'
import type { ServerHealth } from '#api/client/schemas.ts'
import { serverBackupsQuery, serverHealthQuery } from '#api/organisations/operators.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Section, Sections } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import classes from './server.module.css'

/** Health shows the node and its clusters. */
export function Health() {
  const health = useQuery(serverHealthQuery)
  return (
    <Sections>
      {health.isPending ? <Skeleton lines={8} /> : null}
      {health.isError ? <ErrorState error={health.error} onRetry={health.refetch} /> : null}
      {health.data === undefined ? null : (
        <>
          <Node health={health.data} at={health.dataUpdatedAt} />
          <Backups />
          <Clusters clusters={health.data.clusters} />
        </>
      )}
    </Sections>
  )
}

function Node({ health, at }: { readonly health: ServerHealth; readonly at: number }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { data: setup } = useQuery(setupQuery)
  const { environment, node_version, uptime_seconds, memory_bytes, mail, quiet } = health
  const started = new Date(at - uptime_seconds * 1000).toISOString()
  return (
    <Section title={m.node} about={m.nodeHint}>
      <div className={classes.details}>
        <Details
          items={[
            { title: m.version, value: setup?.version ?? '—' },
            { title: m.environment, value: m.environments[environment] },
            { title: m.nodeVersion, value: node_version },
            { title: m.started, value: <Moment iso={started} relative /> },
            { title: m.memory, value: format.bytes(memory_bytes) },
            { title: m.mail, value: mail ? m.yes : m.no },
            { title: m.sms, value: setup?.sms === true ? m.yes : m.no },
            { title: m.background, value: quiet ? m.quiet : m.yes },
          ]}
        />
      </div>
    </Section>
  )
}

// Nothing while they are read, or cannot be: the health of the server says why.
function Backups() {
  const m = useMessages(messages)
  const { data } = useQuery(serverBackupsQuery)
  if (data === undefined) return null
  const { is_scheduled, next_at, succeeded_at, failed_at, error, restored_at } = data
  const moment = (iso: string | null) => (iso === null ? m.never : <Moment iso={iso} relative />)
  return (
    <Section title={m.backups} about={is_scheduled ? m.backupsHint : m.noBackups}>
      <div className={classes.details}>
        <Details
          items={[
            { title: m.lastBackup, value: moment(succeeded_at) },
            { title: m.lastRestore, value: moment(restored_at) },
            ...(failed_at === null
              ? []
              : [{ title: m.backupFailed, value: <Failure at={failed_at} why={error} /> }]),
            ...(next_at === null ? [] : [{ title: m.nextBackup, value: moment(next_at) }]),
          ]}
        />
      </div>
    </Section>
  )
}

function Failure({ at, why }: { readonly at: string; readonly why: string | null }) {
  return (
    <>
      <Badge tone="danger">
        <Moment iso={at} relative />
      </Badge>{' '}
      {why}
    </>
  )
}

type Cluster = ServerHealth['clusters'][number]

function Clusters({ clusters }: { readonly clusters: readonly Cluster[] }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const columns: Column<Cluster>[] = [
    { title: m.name, cell: ({ name }) => <code>{name}</code> },
    {
      title: m.state,
      cell: ({ status }) => <Badge tone={status === 'ok' ? 'success' : 'danger'}>{m.states[status]}</Badge>,
    },
    { title: m.postgres, cell: ({ version }) => version ?? '—' },
    {
      title: m.answers,
      end: true,
      cell: ({ database_ms }) => (database_ms === null ? '—' : m.milliseconds(format.number(database_ms))),
    },
    { title: m.live, cell: ({ serves }) => (serves ? m.serves : m.elsewhere) },
    {
      title: m.failedTables,
      end: true,
      cell: ({ failed_tables }) =>
        failed_tables === 0 ? format.number(0) : <Badge tone="warning">{format.number(failed_tables)}</Badge>,
    },
  ]
  return (
    <Section title={m.clusters} about={m.clustersHint}>
      <Table label={m.clusters} columns={columns} rows={clusters} rowKey={({ name }) => name} />
    </Section>
  )
}
