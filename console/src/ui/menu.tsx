// A button that opens a list of actions.
import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check, Ellipsis } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Button } from './button.tsx'
import classes from './popup.module.css'

/** Menu opens its items from `trigger`, or from a button with three dots that is named `label`. */
export function Menu({
  label,
  trigger,
  children,
}: {
  readonly label: string
  readonly trigger?: ReactElement
  readonly children: ReactNode
}) {
  const dots = (
    <Button kind="quiet" size="icon">
      <Ellipsis aria-hidden />
    </Button>
  )
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={trigger ?? dots} aria-label={label} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner className={classes.positioner} sideOffset={4} align="end">
          <BaseMenu.Popup className={classes.popup}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

/** MenuItem is one action. */
export function MenuItem({
  icon,
  danger = false,
  onSelect,
  children,
}: {
  readonly icon?: ReactNode
  readonly danger?: boolean
  readonly onSelect: () => void
  readonly children: ReactNode
}) {
  return (
    <BaseMenu.Item className={`${classes.item} ${danger ? classes.danger : ''}`} onClick={onSelect}>
      {icon}
      {children}
    </BaseMenu.Item>
  )
}

/** MenuSeparator stands between groups of items. */
export function MenuSeparator() {
  return <BaseMenu.Separator className={classes.separator} />
}

/** MenuChoice is a group of which one is chosen. */
export function MenuChoice<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  readonly label: string
  readonly choices: Readonly<Record<Value, string>>
  readonly value: Value
  readonly onChange: (value: Value) => void
}) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className={classes.group}>{label}</BaseMenu.GroupLabel>
      <BaseMenu.RadioGroup value={value} onValueChange={onChange}>
        {(Object.entries(choices) as [Value, string][]).map(([choice, name]) => (
          <BaseMenu.RadioItem key={choice} value={choice} className={classes.item} closeOnClick={false}>
            {name}
            <BaseMenu.RadioItemIndicator className={classes.indicator}>
              <Check aria-hidden />
            </BaseMenu.RadioItemIndicator>
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </BaseMenu.Group>
  )
}
