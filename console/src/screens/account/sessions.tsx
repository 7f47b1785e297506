// Where one is signed in.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endOneSession, endOtherSessions, sessionsQuery } from '#api/account.ts'
import type { DashboardSession } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Section } from '#ui/section.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import classes from './account.module.css'

/** Sessions lists the sessions, and ends one or all others. */
export function Sessions() {
  const { m } = useLanguage()
  const client = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const end = useMutation({
    mutationFn: (id: string | undefined) => (id === undefined ? endOtherSessions() : endOneSession(id)),
    onSuccess: async () => {
      toast(m.account.sessions.ended)
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
    onError: toastError,
  })
  if (sessions.isPending) return <Skeleton />
  if (sessions.isError) return <ErrorState error={sessions.error} onRetry={sessions.refetch} />
  const { columns, methods } = m.account.sessions
  const nameOf = (method: string) => methods[method as keyof typeof methods] ?? method
  const shown: Column<DashboardSession>[] = [
    {
      title: columns.device,
      cell: ({ user_agent, current }) => (
        <>
          {user_agent ?? m.account.sessions.unknown}{' '}
          {current ? <Badge tone="success">{m.account.sessions.current}</Badge> : null}
        </>
      ),
    },
    {
      title: columns.address,
      cell: ({ address }) => <code className={classes.address}>{address ?? '–'}</code>,
    },
    { title: columns.methods, cell: ({ methods }) => methods.map(nameOf).join(', ') },
    { title: columns.lastUsed, cell: ({ last_used_at }) => <Moment iso={last_used_at} relative /> },
    {
      title: m.common.actions.menu,
      hidden: true,
      end: true,
      cell: ({ id, current }) =>
        current ? null : (
          <Button kind="quiet" busy={end.isPending} onClick={() => end.mutate(id)}>
            {m.account.sessions.end}
          </Button>
        ),
    },
  ]
  const others = sessions.data.length > 1
  const button = others ? (
    <Button busy={end.isPending} onClick={() => end.mutate(undefined)}>
      {m.account.sessions.endOthers}
    </Button>
  ) : undefined
  return (
    <Section title={m.account.tabs.sessions} about={m.account.sessions.about} action={button}>
      <Table label={m.account.tabs.sessions} columns={shown} rows={sessions.data} rowKey={({ id }) => id} />
    </Section>
  )
}
