// Address and password, and a second factor where the account has one; or a passkey alone.
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { signIn, signInWithPasskey } from '#api/account/accounts.ts'
import { canUsePasskeys } from '#api/account/passkeys.ts'
import { ApiError } from '#api/client/api-error.ts'
import type { AccountChallenge } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { EmailField, type EntranceProps, PasswordField } from './entrance.tsx'
import { messages } from './messages.ts'

const SecondFactor = whenShown(async () => (await import('./second-factor.tsx')).SecondFactor)

/** SignInFormProps say what frames the form, and the address of the account that alone can sign in here, if there is one. */
export interface SignInFormProps {
  readonly title: string
  readonly about?: string | undefined
  readonly only?: string | undefined
  readonly frame: (props: EntranceProps) => ReactNode
  readonly below: ReactNode
  readonly onDone: () => void
}

/** SignInForm begins a session. */
export function SignInForm(props: SignInFormProps) {
  const { frame, onDone } = props
  const [challenge, setChallenge] = useState<AccountChallenge>()
  if (challenge !== undefined)
    return (
      <SecondFactor
        challenge={challenge}
        frame={frame}
        onDone={onDone}
        onBack={() => setChallenge(undefined)}
      />
    )
  return (
    <Password
      {...props}
      onResult={(challenge) => (challenge === undefined ? onDone() : setChallenge(challenge))}
    />
  )
}

function Password({
  title,
  about,
  only,
  frame,
  below,
  onResult,
}: SignInFormProps & { readonly onResult: (challenge: AccountChallenge | undefined) => void }) {
  const m = useMessages(messages)
  const [email, setEmail] = useState(only ?? '')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const attempt = useMutation({
    mutationFn: () => signIn({ email, password, ...(code === '' ? {} : { code }) }),
    onSuccess: onResult,
  })
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: () => onResult(undefined) })
  const needsCode = code !== '' || asksForCode(attempt.error)
  const isOpen = only === undefined
  const submit = () => {
    passkey.reset()
    attempt.mutate()
  }
  return frame({
    title,
    ...(about && { about }),
    error: passkey.error ?? attempt.error,
    onSubmit: submit,
    below,
    children: (
      <>
        <EmailField value={email} onChange={isOpen ? setEmail : undefined} autoFocus={isOpen} />
        <PasswordField value={password} onChange={setPassword} autoFocus={!isOpen} />
        {needsCode ? (
          <Field label={m.code} hint={m.codeHint}>
            <Input autoComplete="one-time-code" required value={code} onValueChange={setCode} />
          </Field>
        ) : null}
        <Button type="submit" kind="primary" busy={attempt.isPending}>
          {m.submit}
        </Button>
        {isOpen && canUsePasskeys() ? (
          <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
            {m.passkey}
          </Button>
        ) : null}
      </>
    ),
  })
}

function asksForCode(error: Error | null): boolean {
  const details = error instanceof ApiError ? (error.details as { reason?: string } | undefined) : undefined
  return details?.reason === 'proof_required'
}
