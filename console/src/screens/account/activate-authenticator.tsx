// A new authenticator: its secret as a QR code and to type in, then its first code.
import { useState } from 'react'
import { encode } from 'uqr'
import { activateAuthenticator } from '#api/account/account.ts'
import type { FactorEnrolled } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import classes from './account.module.css'
import { messages } from './messages.ts'

/** ActivateAuthenticator hands over the recovery codes of the first factor. */
export function ActivateAuthenticator({
  enrolled: { id, secret, uri },
  onDone,
  onClose,
}: {
  readonly enrolled: FactorEnrolled
  readonly onDone: (codes: readonly string[] | null) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { factors } = m
  const [code, setCode] = useState('')
  return (
    <FormDialog
      title={factors.scan}
      about={factors.scanHint}
      action={factors.activate}
      dirty={code !== ''}
      onSave={() => activateAuthenticator(id, code.trim())}
      onDone={({ recovery_codes }) => onDone(recovery_codes)}
      onClose={onClose}
    >
      <QrCode text={uri} label={factors.qr} />
      <CopyField text={secret} what={factors.secret} />
      <Field label={factors.code} name="code">
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          value={code}
          onValueChange={setCode}
        />
      </Field>
    </FormDialog>
  )
}

function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={squares.join('')} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  )
}
