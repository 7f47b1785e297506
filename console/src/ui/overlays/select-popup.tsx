// The list of a select, which is loaded when somebody is about to open one.
import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { Choice } from '#ui/forms/choices.ts'
import type { Intent } from './on-intent.ts'
import classes from './popup.module.css'
import { useStillPress } from './still-press.ts'

/** SelectProps are the choices and the chosen one. Outside of a Field, `label` names the control. */
export interface SelectProps<Value extends string> {
  readonly choices: readonly Choice<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly label?: string
}

/** OpenedProps are what is known of the button that took the click: `defaultOpen` where there was one. */
export interface OpenedProps {
  readonly triggerRef: Intent<unknown>['ref']
  readonly defaultOpen: boolean
}

/** SelectPopup is a button with a list of choices. */
export function SelectPopup<Value extends string>(props: SelectProps<Value> & OpenedProps) {
  const { choices, value, onChange, label, triggerRef, defaultOpen } = props
  return (
    <BaseSelect.Root
      items={choices}
      defaultOpen={defaultOpen}
      onOpenChange={useStillPress()}
      value={value}
      onValueChange={(next) => next !== null && onChange(next as Value)}
    >
      <BaseSelect.Trigger ref={triggerRef} className={classes.trigger} aria-label={label}>
        <BaseSelect.Value />
        <BaseSelect.Icon>
          <ChevronsUpDown aria-hidden />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner className={classes.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <BaseSelect.Popup className={classes.popup}>
            {choices.map((choice) => (
              <BaseSelect.Item key={choice.value} value={choice.value} className={classes.item}>
                {choice.mark}
                <BaseSelect.ItemText>{choice.label}</BaseSelect.ItemText>
                <BaseSelect.ItemIndicator className={classes.indicator}>
                  <Check aria-hidden />
                </BaseSelect.ItemIndicator>
              </BaseSelect.Item>
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}
