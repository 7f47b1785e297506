// One line of text.
import { Input as BaseInput } from '@base-ui/react/input'
import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import classes from './input.module.css'

/** Input is a line of text, in a Field or with an aria-label. */
export function Input(props: Omit<ComponentProps<typeof BaseInput>, 'className'>) {
  return <BaseInput className={classes.input} {...props} />
}

/** SearchInput is an Input that narrows a list down; `label` is its name and its placeholder. */
export function SearchInput({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  return (
    <div className={classes.search}>
      <Search aria-hidden />
      <Input type="search" aria-label={label} placeholder={label} value={value} onValueChange={onChange} />
    </div>
  )
}
