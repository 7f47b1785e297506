// The sidebar on a phone.
import { Dialog } from '@base-ui/react/dialog'
import { messages } from '#app/messages.ts'
import classes from '#app/shell.module.css'
import { useMessages } from '#i18n/language.tsx'
import { Sidebar } from './sidebar.tsx'

/** NavigationDrawer slides over the screen. */
export function NavigationDrawer({
  open,
  onOpen,
}: {
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
}) {
  const m = useMessages(messages)
  return (
    <Dialog.Root open={open} onOpenChange={onOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className={classes.backdrop} />
        <Dialog.Popup className={classes.drawer} aria-label={m.navigation}>
          <Sidebar folded={false} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
