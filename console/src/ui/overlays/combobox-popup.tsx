// The list of a combobox, which is loaded when somebody is about to open one.
import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useLanguage } from '#i18n/language.tsx'
import type { Choice } from '#ui/forms/choices.ts'
import classes from './popup.module.css'
import type { OpenedProps } from './select-popup.tsx'
import { useStillPress } from './still-press.ts'

/** ComboboxProps are the choices; `search` stands in the field that narrows them down. */
export interface ComboboxProps {
  readonly choices: readonly Choice[]
  readonly onChange: (value: string) => void
  readonly label: string
  readonly search: string
  readonly placeholder?: string
}

/** ChosenProps say what is chosen, which may be none of the choices, and who searches: by default the list itself. */
export interface ChosenProps {
  readonly chosen: Choice | undefined
  readonly onSearch?: (text: string) => void
}

// More are found by typing.
const MOST_SHOWN = 100

/** ComboboxPopup is a button with a list of the first hundred choices that match what is typed. */
export function ComboboxPopup(props: ComboboxProps & ChosenProps & OpenedProps) {
  const { choices, onChange, label, search, placeholder, onSearch, triggerRef, defaultOpen } = props
  const { common } = useLanguage()
  const chosen = props.chosen ?? null
  return (
    <BaseCombobox.Root
      items={choices}
      limit={MOST_SHOWN}
      {...(onSearch === undefined ? {} : { filter: null, onInputValueChange: onSearch })}
      defaultOpen={defaultOpen}
      onOpenChange={useStillPress()}
      value={chosen}
      onValueChange={(next: Choice | null) => next !== null && onChange(next.value)}
      isItemEqualToValue={(one: Choice, other: Choice) => one.value === other.value}
    >
      <BaseCombobox.Trigger ref={triggerRef} className={classes.trigger} aria-label={label}>
        <span>{chosen?.label ?? placeholder ?? label}</span>
        <ChevronsUpDown aria-hidden />
      </BaseCombobox.Trigger>
      <BaseCombobox.Portal>
        <BaseCombobox.Positioner className={classes.positioner} sideOffset={4} align="start">
          <BaseCombobox.Popup className={classes.popup} aria-label={label}>
            <BaseCombobox.Input className={classes.search} placeholder={search} aria-label={search} />
            <BaseCombobox.Empty className={classes.empty}>{common.states.nothing}</BaseCombobox.Empty>
            <BaseCombobox.List>
              {(choice: Choice) => (
                <BaseCombobox.Item key={choice.value} value={choice} className={classes.item}>
                  {choice.mark}
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
