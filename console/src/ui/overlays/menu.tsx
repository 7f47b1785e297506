// A button that opens a list of actions. The list is loaded when somebody is about to open it.
import { Ellipsis } from 'lucide-react'
import { cloneElement } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import type { ChoiceProps, ItemProps, MenuProps } from './menu-popup.tsx'
import { deferred, useIntent } from './on-intent.ts'

const popup = deferred(() => import('./menu-popup.tsx'))

/** Menu opens its items from `trigger`, or from a button with three dots that is named `label`. */
export function Menu({ label, trigger, returnTo, children }: MenuProps) {
  const { loaded, wanted, ref, before } = useIntent(popup)
  const dots = (
    <Button kind="quiet" size="icon">
      <Ellipsis aria-hidden />
    </Button>
  )
  const button = cloneElement(trigger ?? dots, { ref, 'aria-label': label })
  if (loaded === undefined)
    return cloneElement(button, { ...before, 'aria-haspopup': 'menu', 'aria-expanded': false })
  return (
    <loaded.MenuPopup label={label} trigger={button} returnTo={returnTo} defaultOpen={wanted}>
      {children}
    </loaded.MenuPopup>
  )
}

// Items are shown by the popup alone: then its code is there.
function parts() {
  if (popup.loaded === undefined) throw new Error('An item stands outside of its menu.')
  return popup.loaded
}

/** MenuItem is one action. */
export function MenuItem(props: ItemProps) {
  const { Item } = parts()
  return <Item {...props} />
}

/** MenuSeparator stands between groups of items. */
export function MenuSeparator() {
  const { Separator } = parts()
  return <Separator />
}

/** MenuChoice is a group of which one is chosen. */
export function MenuChoice<Value extends string>(props: ChoiceProps<Value>) {
  const { Choice } = parts()
  return <Choice {...props} />
}
