// Notifications: the list, which follows what happens, and of what the viewer is notified.
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { BellRing, Check } from 'lucide-react'
import { useEffect } from 'react'
import { useAct } from '#acts/use-act.ts'
import { followNotifications, markAllRead, markRead, notificationsQuery } from '#api/account/notifications.ts'
import type { Notification } from '#api/client/schemas.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card, PageHeader } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { Tabs } from '#ui/page/tabs.tsx'
import { messages } from './messages.ts'
import classes from './notifications.module.css'
import { Preferences } from './preferences.tsx'

const route = getRouteApi('/signed-in/notifications')

/** NotificationsScreen lists notifications. */
export function NotificationsScreen() {
  const m = useMessages(messages)
  const { tab = 'list' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader title={m.title} about={m.about} />
      <Tabs
        label={m.title}
        tabs={[
          { value: 'list', title: m.tabs.list, content: <List /> },
          { value: 'preferences', title: m.tabs.preferences, content: <Preferences /> },
        ]}
        value={tab}
        onChange={(tab) => navigate({ search: tab === 'preferences' ? { tab } : {}, resetScroll: false })}
      />
    </>
  )
}

const TONES = { info: 'neutral', warning: 'warning', error: 'danger' } as const

function List() {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const notifications = useInfiniteQuery(notificationsQuery)
  const readAll = useAct(m.readAll, { mutationFn: markAllRead })
  const readOne = useAct(m.read, { mutationFn: markRead })
  useEffect(() => {
    const stop = new AbortController()
    followNotifications(stop.signal)
    return () => stop.abort()
  }, [])
  if (notifications.isPending) return <Skeleton lines={6} />
  if (notifications.isError) return <ErrorState error={notifications.error} onRetry={notifications.refetch} />
  const items: readonly Notification[] = notifications.data.pages.flatMap(({ items }) => items)
  const latest = items[0]
  if (latest === undefined)
    return (
      <Card>
        <EmptyState icon={<BellRing aria-hidden />} title={m.emptyTitle} hint={m.emptyHint} />
      </Card>
    )
  const columns: Column<Notification>[] = [
    {
      title: m.message,
      cell: ({ message, read }) => <span className={read ? undefined : classes.unread}>{message}</span>,
    },
    {
      title: m.severity,
      cell: ({ severity }) => <Badge tone={TONES[severity]}>{m.severities[severity]}</Badge>,
    },
    { title: m.project, cell: (notification) => <ProjectLink notification={notification} /> },
    { title: m.time, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
    {
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: ({ id, message, read }) =>
        read ? null : (
          <Button
            kind="quiet"
            size="icon"
            aria-label={`${m.read}: ${message}`}
            onClick={() => readOne.mutate(id)}
          >
            <Check aria-hidden />
          </Button>
        ),
    },
  ]
  return (
    <div className={classes.list}>
      {items.every(({ read }) => read) ? null : (
        <Button busy={readAll.isPending} onClick={() => readAll.mutate(latest.id)}>
          {m.readAll}
        </Button>
      )}
      <Card>
        <Table
          label={m.title}
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          onMore={notifications.hasNextPage ? () => notifications.fetchNextPage() : undefined}
          loadingMore={notifications.isFetchingNextPage}
        />
      </Card>
    </div>
  )
}

function ProjectLink({
  notification: { type, project_id, project_name },
}: {
  readonly notification: Notification
}) {
  if (type === 'project.deleted') return project_name
  return (
    <Link to="/projects/$projectId" params={{ projectId: project_id }}>
      {project_name}
    </Link>
  )
}
