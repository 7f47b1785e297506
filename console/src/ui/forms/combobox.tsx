// One of many choices, found by typing. The list is loaded when somebody is about to open it.
import type { ComboboxProps } from '#ui/overlays/combobox-popup.tsx'
import { deferred, useIntent } from '#ui/overlays/on-intent.ts'
import { ChoiceButton } from './choice-button.tsx'

const popup = deferred(() => import('#ui/overlays/combobox-popup.tsx'))

/** Combobox shows the first hundred choices that match what is typed. */
export function Combobox({ value, ...props }: ComboboxProps & { readonly value: string | undefined }) {
  const { choices, label, placeholder } = props
  const intent = useIntent(popup)
  const { loaded, wanted, ref } = intent
  const chosen = choices.find((choice) => choice.value === value)
  if (loaded !== undefined)
    return <loaded.ComboboxPopup {...props} chosen={chosen} triggerRef={ref} defaultOpen={wanted} />
  const text = chosen?.label ?? placeholder ?? label
  return <ChoiceButton intent={intent} opens="dialog" text={text} label={label} />
}
