// The bell: how many notifications are unread. The latest of them are shown by notification-panel.tsx.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { notificationsQuery } from '#api/account/notifications.ts'
import { messages } from '#app/messages.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { titles } from '#i18n/titles.ts'
import { Button } from '#ui/buttons/button.tsx'
import { deferred, useIntent } from '#ui/overlays/on-intent.ts'
import classes from './notification-bell.module.css'

const panel = deferred(() => import('./notification-panel.tsx'))

/** NotificationBell opens the latest notifications. */
export function NotificationBell() {
  const m = useMessages(messages)
  const titleOf = useMessages(titles)
  const { format } = useLanguage()
  const { loaded, wanted, ref, before } = useIntent(panel)
  const { data, hasNextPage } = useInfiniteQuery(notificationsQuery)
  const items = data?.pages.flatMap(({ items }) => items) ?? []
  const unread = items.filter(({ read }) => !read).length
  const count = hasNextPage && unread === items.length ? `${unread}+` : format.number(unread)
  const label = unread === 0 ? titleOf.notifications : m.unread(count)
  const closed = loaded === undefined ? { ...before, 'aria-haspopup': 'dialog' as const } : {}
  const button = (
    <Button ref={ref} kind="quiet" size="icon" aria-label={label} {...closed}>
      <Bell aria-hidden />
      {unread === 0 ? null : (
        <span className={classes.count} aria-hidden>
          {count}
        </span>
      )}
    </Button>
  )
  return loaded === undefined ? button : <loaded.NotificationPanel trigger={button} defaultOpen={wanted} />
}
