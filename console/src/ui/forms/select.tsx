// One of a few choices. The list is loaded when somebody is about to open it.
import { deferred, useIntent } from '#ui/overlays/on-intent.ts'
import type { SelectProps } from '#ui/overlays/select-popup.tsx'
import { ChoiceButton } from './choice-button.tsx'

const popup = deferred(() => import('#ui/overlays/select-popup.tsx'))

/** Select offers up to some twenty choices; with more, use a Combobox. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { choices, value, label } = props
  const intent = useIntent(popup)
  const { loaded, wanted, ref } = intent
  if (loaded !== undefined) return <loaded.SelectPopup {...props} triggerRef={ref} defaultOpen={wanted} />
  const text = choices.find((choice) => choice.value === value)?.label ?? value
  return <ChoiceButton intent={intent} opens="listbox" text={text} label={label} />
}
