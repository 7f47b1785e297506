// One change of what guards the account, with its confirmation.
import { useState } from 'react'
import {
  addPasskey,
  enrolAuthenticator,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
} from '#api/account/account.ts'
import type { FactorEnrolled } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { ActivateAuthenticator } from './activate-authenticator.tsx'
import { ConfirmChange } from './confirm-change.tsx'
import { messages } from './messages.ts'

/** Change is what the viewer has chosen to do. */
export type Change =
  | { readonly act: 'add-authenticator' | 'add-passkey' | 'renew-codes' }
  | {
      readonly act: 'remove-authenticator' | 'remove-passkey'
      readonly id: string
      readonly name: string
    }

/** SecurityChangeProps are a change; `onDone` gets new recovery codes, if there are any. */
export interface SecurityChangeProps {
  readonly change: Change
  readonly onDone: (codes?: readonly string[] | null) => void
  readonly onClose: () => void
}

/** SecurityChange asks for the confirmation and makes the change. */
export function SecurityChange({ change, onDone, onClose }: SecurityChangeProps) {
  const m = useMessages(messages)
  const { factors, passkeys, codes } = m
  const [name, setName] = useState('')
  const [enrolled, setEnrolled] = useState<FactorEnrolled>()
  if (enrolled !== undefined)
    return <ActivateAuthenticator enrolled={enrolled} onDone={onDone} onClose={() => onDone()} />
  const nameField = (label: string, hint: string) => (
    <Field label={label} hint={hint}>
      <Input required maxLength={100} autoFocus autoComplete="off" value={name} onValueChange={setName} />
    </Field>
  )
  switch (change.act) {
    case 'add-authenticator':
      return (
        <ConfirmChange
          title={factors.add}
          about={factors.addHint}
          action={factors.next}
          onConfirm={(proof) => enrolAuthenticator(name, proof)}
          onDone={setEnrolled}
          onClose={onClose}
        >
          {nameField(factors.name, factors.nameHint)}
        </ConfirmChange>
      )
    case 'add-passkey':
      return (
        <ConfirmChange
          title={passkeys.add}
          about={passkeys.addHint}
          action={passkeys.add}
          onConfirm={(proof) => addPasskey(name, proof)}
          onDone={({ recovery_codes }) => onDone(recovery_codes)}
          onClose={onClose}
        >
          {nameField(passkeys.name, passkeys.nameHint)}
        </ConfirmChange>
      )
    case 'renew-codes':
      return (
        <ConfirmChange
          title={codes.renew}
          about={codes.renewHint}
          action={codes.renew}
          onConfirm={renewRecoveryCodes}
          onDone={onDone}
          onClose={onClose}
        />
      )
    case 'remove-authenticator':
    case 'remove-passkey': {
      const remove = change.act === 'remove-passkey' ? removePasskey : removeAuthenticator
      return (
        <ConfirmChange
          title={factors.removeTitle(change.name)}
          about={factors.removeHint}
          action={factors.remove}
          danger
          onConfirm={(proof) => remove(change.id, proof)}
          onDone={() => onDone()}
          onClose={onClose}
        />
      )
    }
  }
}
