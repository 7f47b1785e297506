// The list of actions of a menu, which is loaded when somebody is about to open one.
import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ComponentProps, ReactElement, ReactNode, RefObject } from 'react'
import classes from './popup.module.css'
import { useStillPress } from './still-press.ts'

/** MenuProps are the items of a menu, what it is called, and its button: by default one with three dots. */
export interface MenuProps {
  readonly label: string
  readonly trigger?: ReactElement<ComponentProps<'button'>>
  /** returnTo takes the focus when the menu closes: by default its button. */
  readonly returnTo?: RefObject<HTMLElement | null> | undefined
  readonly children: ReactNode
}

/** MenuPopup is a button with a list of actions. */
export function MenuPopup({
  label,
  trigger,
  returnTo,
  defaultOpen,
  children,
}: MenuProps & { readonly defaultOpen: boolean }) {
  return (
    <BaseMenu.Root modal={false} defaultOpen={defaultOpen} onOpenChange={useStillPress()}>
      <BaseMenu.Trigger render={trigger} aria-label={label} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner className={classes.positioner} sideOffset={4} align="end">
          <BaseMenu.Popup
            className={classes.popup}
            {...(returnTo === undefined ? {} : { finalFocus: returnTo })}
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

/** ItemProps are one action. */
export interface ItemProps {
  readonly icon?: ReactNode
  readonly danger?: boolean
  readonly onSelect: () => void
  readonly children: ReactNode
}

/** Item is one action. */
export function Item({ icon, danger = false, onSelect, children }: ItemProps) {
  return (
    <BaseMenu.Item className={`${classes.item} ${danger ? classes.danger : ''}`} onClick={onSelect}>
      {icon}
      {children}
    </BaseMenu.Item>
  )
}

/** Separator stands between groups of items. */
export function Separator() {
  return <BaseMenu.Separator className={classes.separator} />
}

/** ChoiceProps are a group of which one is chosen. */
export interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly choices: Readonly<Record<Value, string>>
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** Choice is such a group. */
export function Choice<Value extends string>({ label, choices, value, onChange }: ChoiceProps<Value>) {
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
