// A new secret for a webhook, with an overlap in which deliveries are signed with both.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebhookWithSecret } from '#api/schemas.ts'
import { rotateWebhookSecret, webhooksKey } from '#api/webhooks.ts'
import { useLanguage } from '#i18n/language.tsx'
import { choicesOf } from '#ui/choices.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { toastError } from '#ui/toast.tsx'
import type { WebhookActProps } from './delete-webhook.tsx'

const SECONDS = { none: 0, hour: 3600, day: 86_400, week: 604_800 } as const

/** RotateSecret asks how long the old secret signs too, and hands over the new one. */
export function RotateSecret({
  projectId,
  webhook,
  onMade,
  onClose,
}: WebhookActProps & { readonly onMade: (made: WebhookWithSecret) => void }) {
  const { m } = useLanguage()
  const client = useQueryClient()
  const [overlap, setOverlap] = useState<keyof typeof SECONDS>('day')
  const attempt = useMutation({
    mutationFn: () => rotateWebhookSecret(projectId, webhook.id, SECONDS[overlap]),
    onSuccess: async (made) => {
      onMade(made)
      await client.invalidateQueries({ queryKey: webhooksKey(projectId) })
    },
    onError: toastError,
  })
  return (
    <FormDialog
      title={m.webhooks.rotateTitle(webhook.name)}
      about={m.webhooks.rotateHint}
      action={m.webhooks.rotate}
      busy={attempt.isPending}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <Field label={m.webhooks.overlap}>
        <Select choices={choicesOf(m.webhooks.overlaps)} value={overlap} onChange={setOverlap} />
      </Field>
    </FormDialog>
  )
}
