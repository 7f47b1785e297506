// One of a few choices.
import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import classes from '#ui/overlays/popup.module.css'

/** Choice is one entry of a Select or Combobox. */
export interface Choice<Value extends string = string> {
  readonly value: Value
  readonly label: string
}

/** SelectProps are the choices and the chosen one. Outside of a Field, `label` names the control. */
export interface SelectProps<Value extends string> {
  readonly choices: readonly Choice<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly label?: string
}

/** Select offers up to some twenty choices; with more, use a Combobox. */
export function Select<Value extends string>({ choices, value, onChange, label }: SelectProps<Value>) {
  return (
    <BaseSelect.Root
      items={choices}
      value={value}
      onValueChange={(next) => next !== null && onChange(next as Value)}
    >
      <BaseSelect.Trigger className={classes.trigger} aria-label={label}>
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
