// Something to look at above the page, which leaves the page as it is.
import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import classes from './popover.module.css'

/** Popover opens below its trigger, or below `anchor`, something that it is about. */
export function Popover({
  open,
  onOpen,
  title,
  trigger,
  anchor,
  footer,
  children,
}: {
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
  readonly title: string
  readonly trigger?: ReactElement
  readonly anchor?: Element
  readonly footer: ReactNode
  readonly children: ReactNode
}) {
  return (
    <BasePopover.Root open={open} onOpenChange={onOpen}>
      {trigger === undefined ? null : <BasePopover.Trigger render={trigger} />}
      <BasePopover.Portal>
        <BasePopover.Positioner
          className={classes.positioner}
          // It widens no page that has just become narrow.
          positionMethod="fixed"
          sideOffset={6}
          align={anchor === undefined ? 'end' : 'start'}
          {...(anchor === undefined ? {} : { anchor })}
        >
          <BasePopover.Popup className={classes.popup}>
            <BasePopover.Title className={classes.title}>{title}</BasePopover.Title>
            <div className={classes.body}>{children}</div>
            <footer className={classes.footer}>{footer}</footer>
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}
