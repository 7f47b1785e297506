// The entries of a select or combobox.

/** Choice is one entry. */
export interface Choice<Value extends string = string> {
  readonly value: Value
  readonly label: string
}

/** choicesOf returns a choice for each entry of a record of labels. */
export function choicesOf<Value extends string>(labels: Readonly<Record<Value, string>>): Choice<Value>[] {
  return (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }))
}
