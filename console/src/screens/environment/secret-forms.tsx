// The forms of a secret, and the question before it is deleted.
import { useState } from 'react'
import type { Secret } from '#api/client/schemas.ts'
import { createSecret, deleteSecret, refreshSecrets, updateSecret } from '#api/project/secrets.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'

/** SecretAct is what is to happen to a secret. */
export interface SecretAct {
  readonly name: 'rotate' | 'describe' | 'delete'
  readonly secret: Secret
}

/** CreateSecret makes a secret. */
export function CreateSecret({
  projectId,
  onClose,
}: {
  readonly projectId: string
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const words = m.secrets
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const [description, setDescription] = useState('')
  return (
    <FormDialog
      title={words.create}
      action={common.actions.create}
      dirty={key !== '' || value !== '' || description !== ''}
      onSave={() => createSecret(projectId, { key, value, description: description.trim() || null })}
      onDone={(secret) => {
        toast(words.created(secret.key))
        onClose()
        return refreshSecrets(projectId)
      }}
      onClose={onClose}
    >
      <Field label={words.key} hint={words.keyHint} name="key">
        <Input
          required
          maxLength={128}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={key}
          onValueChange={(text) => setKey(text.toUpperCase())}
        />
      </Field>
      <Field label={words.value} name="value">
        <Textarea code required value={value} onValueChange={setValue} />
      </Field>
      <Field label={words.description} name="description" hint={words.descriptionHint}>
        <Input autoComplete="off" value={description} onValueChange={setDescription} />
      </Field>
    </FormDialog>
  )
}

/** SecretForm does what is to happen to a secret. */
export function SecretForm(props: {
  readonly projectId: string
  readonly act: SecretAct
  readonly onClose: () => void
}) {
  const { act, ...rest } = props
  if (act.name === 'rotate') return <RotateSecret secret={act.secret} {...rest} />
  if (act.name === 'describe') return <DescribeSecret secret={act.secret} {...rest} />
  return <DeleteSecret secret={act.secret} {...rest} />
}

interface OneSecret {
  readonly projectId: string
  readonly secret: Secret
  readonly onClose: () => void
}

function RotateSecret({ projectId, secret, onClose }: OneSecret) {
  const m = useMessages(messages)
  const words = m.secrets
  const [value, setValue] = useState('')
  return (
    <FormDialog
      title={words.rotateTitle(secret.key)}
      about={words.rotateHint}
      action={words.save}
      ready={value !== ''}
      dirty={value !== ''}
      done={words.rotated(secret.key)}
      onSave={() => updateSecret(projectId, secret.id, { value })}
      onDone={() => {
        onClose()
        return refreshSecrets(projectId)
      }}
      onClose={onClose}
    >
      <Field label={words.value} name="value">
        <Textarea code autoFocus value={value} onValueChange={setValue} />
      </Field>
    </FormDialog>
  )
}

function DescribeSecret({ projectId, secret, onClose }: OneSecret) {
  const m = useMessages(messages)
  const words = m.secrets
  const [description, setDescription] = useState(secret.description ?? '')
  const changed = description !== (secret.description ?? '')
  return (
    <FormDialog
      title={`${words.edit}: ${secret.key}`}
      action={words.save}
      ready={changed}
      dirty={changed}
      done={words.created(secret.key)}
      onSave={() => updateSecret(projectId, secret.id, { description: description.trim() || null })}
      onDone={() => {
        onClose()
        return refreshSecrets(projectId)
      }}
      onClose={onClose}
    >
      <Field label={words.description} hint={words.descriptionHint} name="description">
        <Input autoFocus autoComplete="off" value={description} onValueChange={setDescription} />
      </Field>
    </FormDialog>
  )
}

function DeleteSecret({ projectId, secret, onClose }: OneSecret) {
  const m = useMessages(messages)
  const words = m.secrets
  return (
    <ConfirmDialog
      title={words.deleteTitle(secret.key)}
      about={words.deleteHint}
      action={words.delete}
      name={secret.key}
      done={words.deleted(secret.key)}
      onConfirm={(force) => deleteSecret(projectId, secret.id, force)}
      onDone={() => {
        onClose()
        return refreshSecrets(projectId)
      }}
      onClose={onClose}
    />
  )
}
