// A test event, sent at once; how it went is shown as its delivery.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deliveriesKey, deliveryQuery, type Receiver, sendTestEvent } from '#api/services/deliveries.ts'
import { eventTypesQuery } from '#api/services/webhooks.ts'
import { useMessages } from '#i18n/language.tsx'
import { Field } from '#ui/forms/field.tsx'
import { objectOf } from '#ui/forms/json-object.ts'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'

/** TestForm sends an event of a chosen type; `onSent` gets the id of its delivery. */
export function TestForm({
  receiver,
  about,
  onSent,
  onClose,
}: {
  readonly receiver: Receiver
  readonly about: string
  readonly onSent: (delivery: string) => unknown
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const { data: types = [] } = useQuery(eventTypesQuery(receiver.projectID))
  const [event, setEvent] = useState('row.inserted')
  const [text, setText] = useState('{}')
  const payload = objectOf(text)
  return (
    <FormDialog
      title={m.test}
      about={about}
      action={m.send}
      ready={payload !== undefined}
      dirty={text !== '{}'}
      onSave={() => sendTestEvent(receiver, event, payload ?? {})}
      onDone={async (delivery) => {
        client.setQueryData(deliveryQuery(receiver, delivery.id).queryKey, delivery)
        onClose()
        await onSent(delivery.id)
        await client.invalidateQueries({ queryKey: deliveriesKey(receiver) })
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
