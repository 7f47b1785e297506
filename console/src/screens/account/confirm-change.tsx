// The confirmation of a change: the password, or the second factor of an account that has one.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { confirmWithPasskey, factorsQuery, passkeysQuery } from '#api/account/account.ts'
import { canUsePasskeys } from '#api/account/passkeys.ts'
import type { Confirmation } from '#api/client/schemas.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FormDialog, SaveButton } from '#ui/overlays/form-dialog.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'

/** ConfirmChangeProps are what is changed; `typed` is a name to type where it cannot be undone. */
export interface ConfirmChangeProps<Result> {
  readonly title: string
  readonly about: string
  readonly action: string
  readonly typed?: string
  readonly danger?: boolean
  readonly onConfirm: (proof: Confirmation) => Promise<Result>
  readonly onDone: (result: Result) => unknown
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** ConfirmChange asks for what the account confirms changes with, and makes the change. */
export function ConfirmChange<Result>(props: ConfirmChangeProps<Result>) {
  const factors = useQuery(factorsQuery)
  const passkeys = useQuery(passkeysQuery)
  const failed = [factors, passkeys].find(({ isError }) => isError)
  if (failed?.error)
    return (
      <Dialog open title={props.title} onClose={props.onClose}>
        <ErrorState error={failed.error} onRetry={failed.refetch} />
      </Dialog>
    )
  if (factors.data === undefined || passkeys.data === undefined)
    return (
      <Dialog open title={props.title} onClose={props.onClose}>
        <Skeleton />
      </Dialog>
    )
  const hasAuthenticator = factors.data.some(({ status }) => status === 'active')
  const hasPasskey = passkeys.data.length > 0
  return <Form {...props} hasAuthenticator={hasAuthenticator} hasPasskey={hasPasskey} />
}

function Form<Result>({
  title,
  about,
  action,
  typed,
  danger = false,
  onConfirm,
  onDone,
  onClose,
  children,
  hasAuthenticator,
  hasPasskey,
}: ConfirmChangeProps<Result> & { readonly hasAuthenticator: boolean; readonly hasPasskey: boolean }) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const [name, setName] = useState('')
  const [secret, setSecret] = useState('')
  const guarded = hasAuthenticator || hasPasskey
  const ready = typed === undefined || name.trim() === typed
  const usesPasskey = hasPasskey && canUsePasskeys()
  const other = usesPasskey ? (
    <SaveButton disabled={!ready} onSave={async () => onConfirm(await confirmWithPasskey())}>
      {m.passkey}
    </SaveButton>
  ) : undefined
  const label = hasAuthenticator ? m.factorCode : m.recoveryCode
  return (
    <FormDialog
      title={title}
      about={about}
      action={action}
      danger={danger}
      ready={ready}
      other={other}
      onSave={() => onConfirm(guarded ? { code: secret.trim() } : { current_password: secret })}
      onDone={onDone}
      onClose={onClose}
    >
      {children}
      {typed === undefined ? null : (
        <Field label={common.confirm.type(typed)}>
          <Input autoComplete="off" value={name} onValueChange={setName} />
        </Field>
      )}
      <Field label={guarded ? label : m.currentPassword} name="code">
        <Input
          type={guarded ? 'text' : 'password'}
          autoComplete={guarded ? 'one-time-code' : 'current-password'}
          required
          value={secret}
          onValueChange={setSecret}
        />
      </Field>
    </FormDialog>
  )
}
