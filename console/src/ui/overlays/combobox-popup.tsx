// One of many choices, found by typing.
import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { RefCallback } from 'react'
import { useLanguage } from '#i18n/language.tsx'
import classes from '#ui/overlays/popup.module.css'
import type { Choice } from './select.tsx'

/** ComboboxProps are the choices; `search` stands in the field that narrows them down. */
export interface ComboboxProps {
  readonly choices: readonly Choice[]
  readonly onChange: (value: string) => void
  readonly label: string
  readonly search: string
  readonly placeholder?: string
}

/** FoundProps are of choices that somebody else searches: those of `onSearch`, of which the chosen one may be none. */
export interface FoundProps {
  readonly chosen: Choice | undefined
  readonly onSearch: (text: string) => void
  readonly triggerRef: RefCallback<HTMLElement>
  readonly defaultOpen: boolean
}

// More are found by typing.
const MOST_SHOWN = 100

/** Combobox shows the first hundred choices that match what is typed. */
export function Combobox({ value, ...props }: ComboboxProps & { readonly value: string | undefined }) {
  return <Popup {...props} chosen={props.choices.find((choice) => choice.value === value)} />
}

/** FoundCombobox shows choices that are searched elsewhere, such as by the server. */
export function FoundCombobox(props: ComboboxProps & FoundProps) {
  return <Popup {...props} />
}

function Popup(props: ComboboxProps & Pick<FoundProps, 'chosen'> & Partial<FoundProps>) {
  const { choices, onChange, label, search, placeholder, onSearch, triggerRef, defaultOpen } = props
  const { common } = useLanguage()
  const chosen = props.chosen ?? null
  return (
    <BaseCombobox.Root
      items={choices}
      limit={MOST_SHOWN}
      {...(onSearch === undefined ? {} : { filter: null, onInputValueChange: onSearch })}
      defaultOpen={defaultOpen}
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
