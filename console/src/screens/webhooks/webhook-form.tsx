// The form of a webhook, new or changed.
import { useQueryClient } from '@tanstack/react-query'
import type { Webhook, WebhookWithSecret } from '#api/client/schemas.ts'
import { createWebhook, updateWebhook, webhooksKey } from '#api/services/webhooks.ts'
import { type EventDraft, EventFields, eventBodyOf, eventDraftOf } from '#events/event-fields.tsx'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'

interface Draft extends EventDraft {
  readonly name: string
  readonly url: string
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
  const { draft, dirty, change } = useDraft<Draft>(() => ({
    name: webhook?.name ?? '',
    url: webhook?.url ?? '',
    ...eventDraftOf(webhook),
  }))
  return (
    <FormDialog
      title={webhook === undefined ? m.create : m.editTitle(webhook.name)}
      action={webhook === undefined ? common.actions.create : m.save}
      ready={draft.events.length > 0}
      dirty={dirty}
      onSave={async () => {
        const body = { name: draft.name, url: draft.url, ...eventBodyOf(draft) }
        if (webhook === undefined) onMade?.(await createWebhook(projectId, { ...body, enabled: true }))
        else await updateWebhook(projectId, webhook.id, body)
      }}
      onDone={() => {
        if (webhook !== undefined) {
          toast(m.saved(draft.name))
          onClose()
        }
        return client.invalidateQueries({ queryKey: webhooksKey(projectId) })
      }}
      onClose={onClose}
    >
      <Field label={m.columns.name} name="name">
        <Input
          required
          maxLength={100}
          autoFocus
          autoComplete="off"
          value={draft.name}
          onValueChange={(name) => change({ name })}
        />
      </Field>
      <Field label={m.columns.url} name="url" hint={m.urlHint}>
        <Input
          type="url"
          required
          autoComplete="off"
          placeholder="https://"
          value={draft.url}
          onValueChange={(url) => change({ url })}
        />
      </Field>
      <EventFields projectId={projectId} draft={draft} change={change} />
    </FormDialog>
  )
}
