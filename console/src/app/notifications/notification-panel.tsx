// The latest notifications, below the bell.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useEffect, useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import { followNotifications, markAllRead, notificationsQuery } from '#api/account/notifications.ts'
import type { Notification } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/notifications/messages.ts'
import { Button, buttonClass } from '#ui/buttons/button.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import classes from './notification-bell.module.css'

const SHOWN = 8

/** NotificationPanelProps are the bell, and whether it was clicked before the panel was there. */
export interface NotificationPanelProps {
  readonly trigger: ReactElement
  readonly defaultOpen: boolean
}

/** NotificationPanel opens the latest notifications, which follow what happens while they are open. */
export function NotificationPanel({ trigger, defaultOpen }: NotificationPanelProps) {
  const m = useMessages(messages)
  const [open, setOpen] = useState(defaultOpen)
  const notifications = useInfiniteQuery(notificationsQuery)
  const items = notifications.data?.pages.flatMap(({ items }) => items) ?? []
  const latestUnread = items.some(({ read }) => !read) ? items[0]?.id : undefined
  useEffect(() => {
    if (!open) return
    const stop = new AbortController()
    followNotifications(stop.signal)
    return () => stop.abort()
  }, [open])
  return (
    <Popover
      open={open}
      onOpen={setOpen}
      title={m.title}
      trigger={trigger}
      footer={
        <>
          {latestUnread === undefined ? null : <AllRead upTo={latestUnread} />}
          <Link to="/notifications" className={buttonClass('quiet')} onClick={() => setOpen(false)}>
            {m.all}
          </Link>
        </>
      }
    >
      {notifications.isError ? (
        <ErrorState error={notifications.error} onRetry={notifications.refetch} />
      ) : null}
      {notifications.data !== undefined && items.length === 0 ? (
        <p className={classes.empty}>{m.emptyTitle}</p>
      ) : null}
      <ul className={classes.list}>
        {items.slice(0, SHOWN).map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
    </Popover>
  )
}

function AllRead({ upTo }: { readonly upTo: string }) {
  const m = useMessages(messages)
  const read = useAct(m.readAll, { mutationFn: markAllRead })
  return (
    <Button kind="quiet" busy={read.isPending} onClick={() => read.mutate(upTo)}>
      {m.readAll}
    </Button>
  )
}

function Item({ item: { message, project_name, created_at, read } }: { readonly item: Notification }) {
  return (
    <li className={classes.item} data-unread={read ? undefined : ''}>
      <p>{message}</p>
      <small>
        {project_name} · <Moment iso={created_at} relative />
      </small>
    </li>
  )
}
