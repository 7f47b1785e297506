// What has to be answered before the page goes on: in the middle (Dialog) or at the side (Drawer).
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import classes from './dialog.module.css'

/** DialogProps are those of a Dialog and of a Drawer; `footer` holds its buttons, a `wide` one has room for a table, and a `page` takes what there is. */
export interface DialogProps {
  readonly open: boolean
  readonly size?: 'wide' | 'page'
  readonly onClose: () => void
  readonly title: string
  readonly about?: string | undefined
  readonly children?: ReactNode
  readonly footer?: ReactNode
  /** focus is where one begins; by default at the first control. */
  readonly focus?: RefObject<HTMLElement | null>
}

/** Dialog opens in the middle of the page, and grows downwards only. */
export function Dialog(props: DialogProps) {
  return (
    <Panel {...props} shape={`${classes.dialog} ${props.size === undefined ? '' : classes[props.size]}`} />
  )
}

/** Drawer opens at the right side of the page, for a row or a long form. */
export function Drawer(props: DialogProps) {
  return <Panel {...props} shape={classes.drawer} />
}

function Panel({
  open,
  onClose,
  title,
  about,
  children,
  footer,
  focus,
  shape,
}: DialogProps & { readonly shape: string | undefined }) {
  const { common } = useLanguage()
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={classes.backdrop} />
        <BaseDialog.Popup className={`${classes.panel} ${shape}`} initialFocus={focus}>
          <header className={classes.header}>
            <BaseDialog.Title className={classes.title}>{title}</BaseDialog.Title>
            <BaseDialog.Close
              aria-label={common.actions.close}
              render={
                <Button kind="quiet" size="icon">
                  <X aria-hidden />
                </Button>
              }
            />
          </header>
          <div className={classes.body}>
            {about === undefined ? null : (
              <BaseDialog.Description className={classes.about}>{about}</BaseDialog.Description>
            )}
            {children}
          </div>
          {footer === undefined ? null : <footer className={classes.footer}>{footer}</footer>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
