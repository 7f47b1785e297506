// One of many choices, found by typing.
import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useLanguage } from '#i18n/language.tsx'
import classes from './popup.module.css'
import type { Choice } from './select.tsx'

/** ComboboxProps are the choices and the chosen one; `search` stands in the field that narrows them down. */
export interface ComboboxProps {
  readonly choices: readonly Choice[]
  readonly value: string | undefined
  readonly onChange: (value: string) => void
  readonly label: string
  readonly search: string
  readonly placeholder?: string
}

// More are found by typing.
const MOST_SHOWN = 100

/** Combobox shows the first hundred choices that match what is typed. */
export function Combobox({ choices, value, onChange, label, search, placeholder }: ComboboxProps) {
  const { m } = useLanguage()
  const chosen = choices.find((choice) => choice.value === value) ?? null
  return (
    <BaseCombobox.Root
      items={choices}
      limit={MOST_SHOWN}
      value={chosen}
      onValueChange={(next: Choice | null) => next !== null && onChange(next.value)}
      isItemEqualToValue={(one: Choice, other: Choice) => one.value === other.value}
    >
      <BaseCombobox.Trigger className={classes.trigger} aria-label={label}>
        <span>{chosen?.label ?? placeholder ?? label}</span>
        <ChevronsUpDown aria-hidden />
      </BaseCombobox.Trigger>
      <BaseCombobox.Portal>
        <BaseCombobox.Positioner className={classes.positioner} sideOffset={4} align="start">
          <BaseCombobox.Popup className={classes.popup} aria-label={label}>
            <BaseCombobox.Input className={classes.search} placeholder={search} aria-label={search} />
            <BaseCombobox.Empty className={classes.empty}>{m.common.states.nothing}</BaseCombobox.Empty>
            <BaseCombobox.List>
              {(choice: Choice) => (
                <BaseCombobox.Item key={choice.value} value={choice} className={classes.item}>
                  {choice.label}
                  <BaseCombobox.ItemIndicator className={classes.indicator}>
                    <Check aria-hidden />
                  </BaseCombobox.ItemIndicator>
                </BaseCombobox.Item>
              )}
            </BaseCombobox.List>
          </BaseCombobox.Popup>
        </BaseCombobox.Positioner>
      </BaseCombobox.Portal>
    </BaseCombobox.Root>
  )
}
