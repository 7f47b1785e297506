// Enter in the form of a new table.
import type { KeyboardEvent } from 'react'

/** onEnter goes on to the name of the next column; with Ctrl or Cmd the form is sent. */
export function onEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  const { currentTarget, ctrlKey, metaKey } = event
  const { form } = currentTarget
  const at = Number(currentTarget.closest<HTMLElement>('[data-row]')?.dataset.row ?? -1)
  if (ctrlKey || metaKey) form?.requestSubmit()
  else form?.querySelector<HTMLElement>(`[data-row="${at + 1}"] input`)?.focus()
}
