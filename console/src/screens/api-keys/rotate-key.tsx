// A new secret for a key, with an overlap in which the old one works as well.
import { useState } from 'react'
import type { ApiKey, NewApiKey } from '#api/client/schemas.ts'
import { rotateKey } from '#api/project/api-keys.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'

const SECONDS = { none: 0, hour: 3600, day: 86_400, week: 604_800, month: 2_592_000 } as const

/** RotateKey asks how long the old secret works, and hands over the new one. */
export function RotateKey({
  projectId,
  apiKey,
  onMade,
  onClose,
}: {
  readonly projectId: string
  readonly apiKey: ApiKey
  readonly onMade: (key: NewApiKey) => unknown
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const [overlap, setOverlap] = useState<keyof typeof SECONDS | 'minutes'>('day')
  const [minutes, setMinutes] = useState('15')
  const { previous_expires_at: before } = apiKey
  const overlaps = before !== null && Date.parse(before) > Date.now()
  return (
    <FormDialog
      title={m.rotateTitle(apiKey.name)}
      about={overlaps ? `${m.rotateHint} ${m.rotateAgain(format.time(before))}` : m.rotateHint}
      action={m.rotate}
      onSave={() =>
        rotateKey(projectId, apiKey.id, overlap === 'minutes' ? Number(minutes) * 60 : SECONDS[overlap])
      }
      onDone={onMade}
      onClose={onClose}
    >
      <Field label={m.overlap} name="overlap_seconds">
        <Select choices={choicesOf(m.overlaps)} value={overlap} onChange={setOverlap} />
      </Field>
      {overlap === 'minutes' ? (
        <Field label={m.minutes}>
          <Input
            required
            inputMode="numeric"
            pattern="[1-9][0-9]*"
            value={minutes}
            onValueChange={setMinutes}
          />
        </Field>
      ) : null}
    </FormDialog>
  )
}
