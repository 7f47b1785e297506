// The entries of a select, from messages.
import type { Choice } from './select.tsx'

/** choicesOf returns a choice for each entry of a record of labels. */
export function choicesOf<Value extends string>(labels: Readonly<Record<Value, string>>): Choice<Value>[] {
  return (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }))
}
