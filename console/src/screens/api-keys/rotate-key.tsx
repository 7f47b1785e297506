// A new secret for a key, with an overlap in which the old one works as well.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey, NewApiKey } from '#api/client/schemas.ts'
import { apiKeysQuery, rotateKey } from '#api/project/api-keys.ts'
import { useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'

const SECONDS = { none: 0, hour: 3600, day: 86_400, week: 604_800 } as const

/** RotateKey asks how long the old secret works, and hands over the new one. */
export function RotateKey({
  projectId,
  apiKey,
  onMade,
  onClose,
}: {
  readonly projectId: string
  readonly apiKey: ApiKey
  readonly onMade: (key: NewApiKey) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const [overlap, setOverlap] = useState<keyof typeof SECONDS>('day')
  return (
    <FormDialog
      title={m.rotateTitle(apiKey.name)}
      about={m.rotateHint}
      action={m.rotate}
      onSave={() => rotateKey(projectId, apiKey.id, SECONDS[overlap])}
      onDone={(key) => {
        onMade(key)
        return client.invalidateQueries({ queryKey: apiKeysQuery(projectId).queryKey })
      }}
      onClose={onClose}
    >
      <Field label={m.overlap}>
        <Select choices={choicesOf(m.overlaps)} value={overlap} onChange={setOverlap} />
      </Field>
    </FormDialog>
  )
}
