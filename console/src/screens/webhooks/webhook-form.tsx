// The form of a webhook, new or changed.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook, WebhookWithSecret } from '#api/client/schemas.ts'
import { createWebhook, updateWebhook, webhooksKey } from '#api/services/webhooks.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { EventPicker } from './event-picker.tsx'
import { messages } from './messages.ts'
import classes from './webhooks.module.css'

interface Draft {
  readonly name: string
  readonly url: string
  readonly events: readonly string[]
  readonly filter: string
  readonly ordered: boolean
}

/** WebhookForm creates a webhook, whose secret goes to `onMade`, or changes `webhook`. */
export function WebhookForm({
  projectId,
  webhook,
  onMade,
  onClose,
}: {
  readonly projectId: string
  readonly webhook?: Webhook
  readonly onMade?: (made: WebhookWithSecret) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const client = useQueryClient()
  const [isTouched, setTouched] = useState(false)
  const [draft, setDraft] = useState<Draft>({
    name: webhook?.name ?? '',
    url: webhook?.url ?? '',
    events: webhook?.events ?? [],
    filter: webhook?.filter ?? '',
    ordered: webhook?.ordered ?? false,
  })
  const change = (part: Partial<Draft>) => {
    setTouched(true)
    setDraft((now) => ({ ...now, ...part }))
  }
  const attempt = useMutation({
    mutationFn: async () => {
      const filter = draft.filter.trim() === '' ? null : draft.filter
      const body = { ...draft, events: [...draft.events], filter }
      if (webhook === undefined) onMade?.(await createWebhook(projectId, { ...body, enabled: true }))
      else await updateWebhook(projectId, webhook.id, body)
    },
    onSuccess: async () => {
      if (webhook !== undefined) {
        toast(m.saved(draft.name))
        onClose()
      }
      await client.invalidateQueries({ queryKey: webhooksKey(projectId) })
    },
  })
  return (
    <FormDialog
      title={webhook === undefined ? m.create : m.editTitle(webhook.name)}
      action={webhook === undefined ? common.actions.create : m.save}
      ready={draft.events.length > 0}
      dirty={isTouched && !attempt.isPending && !attempt.isSuccess}
      busy={attempt.isPending}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      {attempt.error === null ? null : (
        <p role="alert" className={classes.failure}>
          {attempt.error.message}
        </p>
      )}
      <Field label={m.columns.name}>
        <Input
          required
          maxLength={100}
          autoFocus
          autoComplete="off"
          value={draft.name}
          onValueChange={(name) => change({ name })}
        />
      </Field>
      <Field label={m.columns.url} hint={m.urlHint}>
        <Input
          type="url"
          required
          autoComplete="off"
          placeholder="https://"
          value={draft.url}
          onValueChange={(url) => change({ url })}
        />
      </Field>
      <EventPicker projectId={projectId} events={draft.events} onChange={(events) => change({ events })} />
      <Field label={m.filter} hint={m.filterHint}>
        <Input
          autoComplete="off"
          spellCheck={false}
          value={draft.filter}
          onValueChange={(filter) => change({ filter })}
        />
      </Field>
      <Checkbox
        label={m.ordered}
        hint={m.orderedHint}
        checked={draft.ordered}
        onChange={(ordered) => change({ ordered })}
      />
    </FormDialog>
  )
}
