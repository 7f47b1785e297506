// A new secret for a webhook, with an overlap in which deliveries are signed with both.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebhookWithSecret } from '#api/client/schemas.ts'
import { rotateWebhookSecret, webhooksKey } from '#api/services/webhooks.ts'
import { useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { WebhookActProps } from './delete-webhook.tsx'
import { messages } from './messages.ts'

const SECONDS = { none: 0, hour: 3600, day: 86_400, week: 604_800 } as const

/** RotateSecret asks how long the old secret signs too, and hands over the new one. */
export function RotateSecret({
  projectId,
  webhook,
  onMade,
  onClose,
}: WebhookActProps & { readonly onMade: (made: WebhookWithSecret) => void }) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const [overlap, setOverlap] = useState<keyof typeof SECONDS>('day')
  return (
    <FormDialog
      title={m.rotateTitle(webhook.name)}
      about={m.rotateHint}
      action={m.rotate}
      onSave={() => rotateWebhookSecret(projectId, webhook.id, SECONDS[overlap])}
      onDone={(made) => {
        onMade(made)
        return client.invalidateQueries({ queryKey: webhooksKey(projectId) })
      }}
      onClose={onClose}
    >
      <Field label={m.overlap}>
        <Select choices={choicesOf(m.overlaps)} value={overlap} onChange={setOverlap} />
      </Field>
    </FormDialog>
  )
}
