// The frame of the screens in front of the session, and their password field.
import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import classes from './entrance.module.css'
import { messages } from './messages.ts'

/** EntranceProps are the form of the screen: `error` is why it was refused. */
export interface EntranceProps {
  readonly title: string
  readonly about?: string
  readonly error: Error | null
  readonly onSubmit: () => void
  readonly children: ReactNode
  readonly below?: ReactNode
}

/** Entrance frames one form in the middle of the page. */
export function Entrance({ title, about, below, ...form }: EntranceProps) {
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <img src="/console/favicon.svg" alt="" width="36" height="36" />
        <h1>{title}</h1>
        {about === undefined ? null : <p className={classes.about}>{about}</p>}
        <EntranceForm {...form} />
        {below === undefined ? null : <div className={classes.below}>{below}</div>}
      </div>
    </main>
  )
}

/** EntranceForm is the form without its frame. */
export function EntranceForm({
  error,
  onSubmit,
  children,
}: Pick<EntranceProps, 'error' | 'onSubmit' | 'children'>) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      {error === null ? null : (
        <p role="alert" className={classes.error}>
          {error.message}
        </p>
      )}
      {children}
    </form>
  )
}

/** EmailField is the address of the account; without `onChange` it is only shown. */
export function EmailField({
  value,
  onChange,
  autoFocus = false,
}: {
  readonly value: string
  readonly onChange?: ((value: string) => void) | undefined
  readonly autoFocus?: boolean
}) {
  const m = useMessages(messages)
  return (
    <Field label={m.email}>
      <Input
        type="email"
        name="email"
        autoComplete="username"
        autoFocus={autoFocus}
        required
        readOnly={onChange === undefined}
        value={value}
        onValueChange={onChange}
      />
    </Field>
  )
}

/** PasswordField takes paste and password managers, and can be shown. */
export function PasswordField({
  value,
  onChange,
  fresh = false,
  autoFocus = false,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly autoFocus?: boolean
  /** fresh is whether the password is chosen here. */
  readonly fresh?: boolean
}) {
  const m = useMessages(messages)
  const [shown, setShown] = useState(false)
  return (
    <Field label={m.password} hint={fresh ? m.passwordHint : undefined}>
      <div className={classes.password}>
        <Input
          type={shown ? 'text' : 'password'}
          name="password"
          autoComplete={fresh ? 'new-password' : 'current-password'}
          autoFocus={autoFocus}
          required
          value={value}
          onValueChange={onChange}
        />
        <Button
          kind="quiet"
          size="icon"
          aria-label={shown ? m.hide : m.show}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </Button>
      </div>
    </Field>
  )
}
