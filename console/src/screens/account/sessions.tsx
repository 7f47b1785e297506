// Where one is signed in.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAct } from '#acts/use-act.ts'
import { endOneSession, endOtherSessions, sessionsQuery } from '#api/account/account.ts'
import type { DashboardSession } from '#api/client/schemas.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Section } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './account.module.css'
import { messages } from './messages.ts'

/** Sessions lists the sessions, and ends one or all others. */
export function Sessions() {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const client = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const end = useAct((id) => (id === undefined ? m.sessions.endOthers : m.sessions.end), {
    mutationFn: (id: string | undefined) => (id === undefined ? endOtherSessions() : endOneSession(id)),
    onSuccess: async () => {
      toast(m.sessions.ended)
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
  if (sessions.isPending) return <Skeleton />
  if (sessions.isError) return <ErrorState error={sessions.error} onRetry={sessions.refetch} />
  const { columns, methods } = m.sessions
  const nameOf = (method: string) => methods[method as keyof typeof methods] ?? method
  const shown: Column<DashboardSession>[] = [
    {
      title: columns.device,
      cell: ({ user_agent, current }) => (
        <>
          {user_agent ?? m.sessions.unknown}{' '}
          {current ? <Badge tone="success">{m.sessions.current}</Badge> : null}
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
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: ({ id, current }) =>
        current ? null : (
          <Button kind="quiet" busy={end.isPending} onClick={() => end.mutate(id)}>
            {m.sessions.end}
          </Button>
        ),
    },
  ]
  const others = sessions.data.length > 1
  const button = others ? (
    <Button busy={end.isPending} onClick={() => end.mutate(undefined)}>
      {m.sessions.endOthers}
    </Button>
  ) : undefined
  return (
    <Section title={m.tabs.sessions} about={m.sessions.about} action={button}>
      <Table label={m.tabs.sessions} columns={shown} rows={sessions.data} rowKey={({ id }) => id} />
    </Section>
  )
}
