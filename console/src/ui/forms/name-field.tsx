// The name of what a form is about.
import { Field } from './field.tsx'
import { Input } from './input.tsx'

/** NameFieldProps are its label, why it was refused, and `isOwn` where it is the name of who types it. */
export interface NameFieldProps {
  readonly label: string
  readonly error: Error | null
  readonly isOwn?: boolean
  readonly value: string
  readonly onChange: (value: string) => void
}

/** NameField takes a name of up to 100 characters, of a person up to 200. */
export function NameField({ label, error, isOwn = false, value, onChange }: NameFieldProps) {
  return (
    <Field label={label} error={error?.message}>
      <Input
        required
        maxLength={isOwn ? 200 : 100}
        autoComplete={isOwn ? 'name' : 'off'}
        value={value}
        onValueChange={onChange}
      />
    </Field>
  )
}
