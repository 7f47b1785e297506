// Many deliveries sent again: those of a state and a span of time.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deliveriesKey, type Receiver, type Replay, replayDeliveries } from '#api/services/deliveries.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'

/** ReplayForm asks which deliveries to send again. */
export function ReplayForm({
  receiver,
  onClose,
}: {
  readonly receiver: Receiver
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  const client = useQueryClient()
  const [status, setStatus] = useState<Replay['status']>('failed')
  const [since, setSince] = useState('')
  const [until, setUntil] = useState('')
  const isBackwards = since !== '' && until !== '' && since >= until
  return (
    <FormDialog
      title={m.replay}
      about={m.replayHint}
      action={m.replay}
      ready={!isBackwards}
      dirty={since !== '' || until !== ''}
      onSave={() =>
        replayDeliveries(receiver, {
          status,
          // The fields hold the time of the viewer's zone.
          ...(since === '' ? {} : { since: new Date(since).toISOString() }),
          ...(until === '' ? {} : { until: new Date(until).toISOString() }),
        })
      }
      onDone={(count) => {
        toast(m.replayed(count, plural))
        onClose()
        return client.invalidateQueries({ queryKey: deliveriesKey(receiver) })
      }}
      onClose={onClose}
    >
      <Field label={m.which}>
        <Select choices={choicesOf(m.whichOnes)} value={status} onChange={setStatus} />
      </Field>
      <Field label={m.since} hint={m.spanHint}>
        <Input type="datetime-local" value={since} onValueChange={setSince} />
      </Field>
      <Field label={m.until} error={isBackwards ? m.backwards : undefined}>
        <Input type="datetime-local" value={until} onValueChange={setUntil} />
      </Field>
    </FormDialog>
  )
}
