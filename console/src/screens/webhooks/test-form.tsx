// A test event, sent at once; how it went is shown as its delivery.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { deliveriesKey, deliveryQuery, eventTypesQuery, sendTestEvent } from '#api/services/webhooks.ts'
import { useMessages } from '#i18n/language.tsx'
import { Field } from '#ui/forms/field.tsx'
import { objectOf } from '#ui/forms/json-object.ts'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import type { WebhookActProps } from './delete-webhook.tsx'
import { messages } from './messages.ts'

const route = getRouteApi('/signed-in/projects/$projectId/webhooks')

/** TestForm sends an event of a chosen type. */
export function TestForm({ projectId, webhook, onClose }: WebhookActProps) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const navigate = route.useNavigate()
  const { data: types = [] } = useQuery(eventTypesQuery(projectId))
  const [event, setEvent] = useState('row.inserted')
  const [text, setText] = useState('{}')
  const payload = objectOf(text)
  return (
    <FormDialog
      title={m.test}
      about={m.testHint}
      action={m.send}
      ready={payload !== undefined}
      onSave={() => sendTestEvent(projectId, webhook.id, event, payload ?? {})}
      onDone={async (delivery) => {
        client.setQueryData(deliveryQuery(projectId, webhook.id, delivery.id).queryKey, delivery)
        onClose()
        await navigate({ search: (now) => ({ ...now, delivery: delivery.id }) })
        await client.invalidateQueries({ queryKey: deliveriesKey(projectId, webhook.id) })
      }}
      onClose={onClose}
    >
      <Field label={m.event}>
        <Select
          choices={types.map(({ type }) => ({ value: type, label: type }))}
          value={event}
          onChange={setEvent}
        />
      </Field>
      <Field
        label={m.payload}
        hint={m.payloadHint}
        error={payload === undefined ? m.payloadWrong : undefined}
      >
        <Textarea code rows={5} value={text} onValueChange={setText} />
      </Field>
    </FormDialog>
  )
}
