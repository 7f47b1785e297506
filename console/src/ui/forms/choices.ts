// The entries of a select or combobox.
import type { ReactNode } from 'react'

/** Choice is one entry; `mark` stands before its label in the list. */
export interface Choice<Value extends string = string> {
  readonly value: Value
  readonly label: string
  readonly mark?: ReactNode
}

/** choicesOf returns a choice for each entry of a record of labels. */
export function choicesOf<Value extends string>(labels: Readonly<Record<Value, string>>): Choice<Value>[] {
  return (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }))
}
