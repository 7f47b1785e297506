// Several lines of text.
import { Field } from '@base-ui/react/field'
import classes from './input.module.css'

/** TextareaProps are those of an Input over several lines; `code` is set in the font of code. */
export interface TextareaProps {
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly rows?: number
  readonly code?: boolean
  readonly required?: boolean
  readonly readOnly?: boolean
  readonly autoFocus?: boolean
  readonly placeholder?: string
}

/** Textarea is a text of several lines, in a Field. */
export function Textarea({ code = false, rows = 3, ...props }: TextareaProps) {
  const className = `${classes.input} ${classes.area} ${code ? classes.code : ''}`
  return (
    <Field.Control
      {...props}
      className={className}
      render={<textarea rows={rows} spellCheck={!code} autoComplete="off" />}
    />
  )
}
