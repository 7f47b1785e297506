// Notifications: the list, which follows what happens, and of what the viewer is notified.
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { BellRing, Check } from 'lucide-react'
import { useEffect } from 'react'
import { followNotifications, markAllRead, markRead, notificationsQuery } from '#api/notifications.ts'
import type { Notification } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Card, PageHeader } from '#ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { toastError } from '#ui/toast.tsx'
import classes from './notifications.module.css'
import { Preferences } from './preferences.tsx'

const route = getRouteApi('/signed-in/notifications')

/** NotificationsScreen lists notifications. */
export function NotificationsScreen() {
  const { m } = useLanguage()
  const words = m.notifications
  const { tab = 'list' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader title={words.title} about={words.about} />
      <Tabs
        label={words.title}
        tabs={[
          { value: 'list', title: words.tabs.list, content: <List /> },
          { value: 'preferences', title: words.tabs.preferences, content: <Preferences /> },
        ]}
        value={tab}
        onChange={(tab) => navigate({ search: tab === 'preferences' ? { tab } : {}, resetScroll: false })}
      />
    </>
  )
}

const TONES = { info: 'neutral', warning: 'warning', error: 'danger' } as const

function List() {
  const { m } = useLanguage()
  const words = m.notifications
  const notifications = useInfiniteQuery(notificationsQuery)
  const readAll = useMutation({ mutationFn: markAllRead, onError: toastError })
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
        <EmptyState icon={<BellRing aria-hidden />} title={words.emptyTitle} hint={words.emptyHint} />
      </Card>
    )
  const columns: Column<Notification>[] = [
    {
      title: words.message,
      cell: ({ message, read }) => <span className={read ? undefined : classes.unread}>{message}</span>,
    },
    {
      title: words.severity,
      cell: ({ severity }) => <Badge tone={TONES[severity]}>{words.severities[severity]}</Badge>,
    },
    { title: words.project, cell: (notification) => <ProjectLink notification={notification} /> },
    { title: words.time, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
    {
      title: m.common.actions.menu,
      hidden: true,
      end: true,
      cell: ({ id, message, read }) =>
        read ? null : (
          <Button
            kind="quiet"
            size="icon"
            aria-label={`${words.read}: ${message}`}
            onClick={() => markRead(id).catch(toastError)}
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
          {words.readAll}
        </Button>
      )}
      <Card>
        <Table
          label={words.title}
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
