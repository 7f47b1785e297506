// A labelled control with its hint and the server's sentence about it.
import { Field as BaseField } from '@base-ui/react/field'
import type { ReactNode } from 'react'
import classes from './field.module.css'

/** FieldProps are a label, what helps to fill the field in, and what is wrong with it. */
export interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly children: ReactNode
}

/** Field labels the one control in it. */
export function Field({ label, hint, error, children }: FieldProps) {
  return (
    <BaseField.Root className={classes.field} invalid={error !== undefined}>
      <BaseField.Label className={classes.label}>{label}</BaseField.Label>
      {children}
      {error === undefined ? null : (
        <BaseField.Error match className={classes.error}>
          {error}
        </BaseField.Error>
      )}
      {hint === undefined ? null : (
        <BaseField.Description className={classes.hint}>{hint}</BaseField.Description>
      )}
    </BaseField.Root>
  )
}
