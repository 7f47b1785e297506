// A labelled control with its hint and the server's sentence about it.
import { Field as BaseField } from '@base-ui/react/field'
import type { ReactNode } from 'react'
import classes from './field.module.css'
import { useFieldProblem, useTouched } from './saving.ts'

/**
 * FieldProps are a label, what helps to fill the field in, and what is wrong with it. With `name`, as the API calls it, it also
 * has what the server says about it when the form around it is saved.
 */
export interface FieldProps {
  readonly label: string
  readonly name?: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly children: ReactNode
}

/** Field labels the one control in it. */
export function Field({ label, name, hint, error, children }: FieldProps) {
  const refused = useFieldProblem(name)
  const problem = error ?? refused
  const touched = useTouched(name)
  return (
    <BaseField.Root className={classes.field} invalid={problem !== undefined} onInput={touched}>
      <BaseField.Label className={classes.label}>{label}</BaseField.Label>
      {children}
      {problem === undefined ? null : (
        <BaseField.Error
          match
          // What the server refuses is said aloud; what is wrong while one types is not.
          role={refused === undefined ? undefined : 'alert'}
          className={classes.error}
        >
          {problem}
        </BaseField.Error>
      )}
      {hint === undefined ? null : (
        <BaseField.Description className={classes.hint}>{hint}</BaseField.Description>
      )}
    </BaseField.Root>
  )
}
