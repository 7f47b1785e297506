// Many deliveries sent again: those of a state and a span of time.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deliveriesKey, type Replay, replayDeliveries } from '#api/webhooks.ts'
import { useLanguage } from '#i18n/language.tsx'
import { choicesOf } from '#ui/choices.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import type { WebhookActProps } from './delete-webhook.tsx'

/** ReplayForm asks which deliveries to send again. */
export function ReplayForm({ projectId, webhook, onClose }: WebhookActProps) {
  const { m, plural } = useLanguage()
  const client = useQueryClient()
  const [status, setStatus] = useState<Replay['status']>('failed')
  const [since, setSince] = useState('')
  const [until, setUntil] = useState('')
  const isBackwards = since !== '' && until !== '' && since >= until
  const attempt = useMutation({
    mutationFn: () =>
      replayDeliveries(projectId, webhook.id, {
        status,
        // The fields hold the time of the viewer's zone.
        ...(since === '' ? {} : { since: new Date(since).toISOString() }),
        ...(until === '' ? {} : { until: new Date(until).toISOString() }),
      }),
    onSuccess: async (count) => {
      toast(m.webhooks.replayed(count, plural))
      onClose()
      await client.invalidateQueries({ queryKey: deliveriesKey(projectId, webhook.id) })
    },
    onError: toastError,
  })
  return (
    <FormDialog
      title={m.webhooks.replay}
      about={m.webhooks.replayHint}
      action={m.webhooks.replay}
      ready={!isBackwards}
      busy={attempt.isPending}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <Field label={m.webhooks.which}>
        <Select choices={choicesOf(m.webhooks.whichOnes)} value={status} onChange={setStatus} />
      </Field>
      <Field label={m.webhooks.since} hint={m.webhooks.spanHint}>
        <Input type="datetime-local" value={since} onValueChange={setSince} />
      </Field>
      <Field label={m.webhooks.until} error={isBackwards ? m.webhooks.backwards : undefined}>
        <Input type="datetime-local" value={until} onValueChange={setUntil} />
      </Field>
    </FormDialog>
  )
}
