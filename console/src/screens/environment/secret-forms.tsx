// The forms of a secret, and the question before it is deleted.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Secret } from '#api/client/schemas.ts'
import { createSecret, deleteSecret, refreshSecrets, updateSecret } from '#api/project/secrets.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast, toastError } from '#ui/overlays/toast.tsx'
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
  const attempt = useMutation({
    mutationFn: () => createSecret(projectId, { key, value, description: description.trim() || null }),
    onSuccess: async (secret) => {
      toast(words.created(secret.key))
      onClose()
      await refreshSecrets(projectId)
    },
    gcTime: 0,
  })
  return (
    <FormDialog
      title={words.create}
      action={common.actions.create}
      busy={attempt.isPending}
      dirty={key !== '' || value !== '' || description !== ''}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <Field label={words.key} hint={words.keyHint} error={attempt.error?.message}>
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
      <Field label={words.value}>
        <Textarea code required value={value} onValueChange={setValue} />
      </Field>
      <Field label={words.description} hint={words.descriptionHint}>
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
  const attempt = useMutation({
    mutationFn: () => updateSecret(projectId, secret.id, { value }),
    onSuccess: async () => {
      toast(words.rotated(secret.key))
      onClose()
      await refreshSecrets(projectId)
    },
    gcTime: 0,
  })
  return (
    <FormDialog
      title={words.rotateTitle(secret.key)}
      about={words.rotateHint}
      action={words.save}
      busy={attempt.isPending}
      ready={value !== ''}
      dirty={value !== ''}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <Field label={words.value} error={attempt.error?.message}>
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
  const attempt = useMutation({
    mutationFn: () => updateSecret(projectId, secret.id, { description: description.trim() || null }),
    onSuccess: async () => {
      toast(words.created(secret.key))
      onClose()
      await refreshSecrets(projectId)
    },
  })
  return (
    <FormDialog
      title={`${words.edit}: ${secret.key}`}
      action={words.save}
      busy={attempt.isPending}
      ready={changed}
      dirty={changed}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <Field label={words.description} hint={words.descriptionHint} error={attempt.error?.message}>
        <Input autoFocus autoComplete="off" value={description} onValueChange={setDescription} />
      </Field>
    </FormDialog>
  )
}

function DeleteSecret({ projectId, secret, onClose }: OneSecret) {
  const m = useMessages(messages)
  const words = m.secrets
  const attempt = useMutation({
    mutationFn: () => deleteSecret(projectId, secret.id),
    onSuccess: async () => {
      toast(words.deleted(secret.key))
      onClose()
      await refreshSecrets(projectId)
    },
    onError: toastError,
  })
  return (
    <ConfirmDialog
      title={words.deleteTitle(secret.key)}
      about={words.deleteHint}
      action={words.delete}
      name={secret.key}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      onClose={onClose}
    />
  )
}
