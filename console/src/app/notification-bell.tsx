// The bell: how many notifications are unread, and the latest of them.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { followNotifications, markAllRead, notificationsQuery } from '#api/notifications.ts'
import type { Notification } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Popover } from '#ui/popover.tsx'
import { ErrorState } from '#ui/states.tsx'
import { toastError } from '#ui/toast.tsx'
import classes from './notification-bell.module.css'

const SHOWN = 8

/** NotificationBell opens the latest notifications, which follow what happens while they are open. */
export function NotificationBell() {
  const { m, format } = useLanguage()
  const words = m.notifications
  const [open, setOpen] = useState(false)
  const notifications = useInfiniteQuery(notificationsQuery)
  const items = notifications.data?.pages.flatMap(({ items }) => items) ?? []
  const unread = items.filter(({ read }) => !read).length
  const count = notifications.hasNextPage && unread === items.length ? `${unread}+` : format.number(unread)
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
      title={words.title}
      label={unread === 0 ? words.title : words.unread(count)}
      trigger={
        <Button kind="quiet" size="icon">
          <Bell aria-hidden />
          {unread === 0 ? null : (
            <span className={classes.count} aria-hidden>
              {count}
            </span>
          )}
        </Button>
      }
      footer={
        <>
          {unread === 0 || items[0] === undefined ? null : <AllRead upTo={items[0].id} />}
          <Link to="/notifications" className={buttonClass('quiet')} onClick={() => setOpen(false)}>
            {words.all}
          </Link>
        </>
      }
    >
      {notifications.isError ? (
        <ErrorState error={notifications.error} onRetry={notifications.refetch} />
      ) : null}
      {notifications.data !== undefined && items.length === 0 ? (
        <p className={classes.empty}>{words.emptyTitle}</p>
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
  const { m } = useLanguage()
  return (
    <Button kind="quiet" onClick={() => markAllRead(upTo).catch(toastError)}>
      {m.notifications.readAll}
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
