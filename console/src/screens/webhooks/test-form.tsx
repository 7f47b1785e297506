// A test event, sent at once; how it went is shown as its delivery.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { deliveriesKey, deliveryQuery, eventTypesQuery, sendTestEvent } from '#api/webhooks.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toastError } from '#ui/toast.tsx'
import type { WebhookActProps } from './delete-webhook.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/webhooks')

/** TestForm sends an event of a chosen type. */
export function TestForm({ projectId, webhook, onClose }: WebhookActProps) {
  const { m } = useLanguage()
  const client = useQueryClient()
  const navigate = route.useNavigate()
  const { data: types = [] } = useQuery(eventTypesQuery(projectId))
  const [event, setEvent] = useState('row.inserted')
  const [text, setText] = useState('{}')
  const payload = objectOf(text)
  const attempt = useMutation({
    mutationFn: () => sendTestEvent(projectId, webhook.id, event, payload ?? {}),
    onSuccess: async (delivery) => {
      client.setQueryData(deliveryQuery(projectId, webhook.id, delivery.id).queryKey, delivery)
      onClose()
      await navigate({ search: (now) => ({ ...now, delivery: delivery.id }) })
      await client.invalidateQueries({ queryKey: deliveriesKey(projectId, webhook.id) })
    },
    onError: toastError,
  })
  return (
    <FormDialog
      title={m.webhooks.test}
      about={m.webhooks.testHint}
      action={m.webhooks.send}
      ready={payload !== undefined}
      busy={attempt.isPending}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <Field label={m.webhooks.event}>
        <Select
          choices={types.map(({ type }) => ({ value: type, label: type }))}
          value={event}
          onChange={setEvent}
        />
      </Field>
      <Field
        label={m.webhooks.payload}
        hint={m.webhooks.payloadHint}
        error={payload === undefined ? m.webhooks.payloadWrong : undefined}
      >
        <Textarea code rows={5} value={text} onValueChange={setText} />
      </Field>
    </FormDialog>
  )
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
