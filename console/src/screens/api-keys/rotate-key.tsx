// A new secret for a key, with an overlap in which the old one works as well.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey, NewApiKey } from '#api/client/schemas.ts'
import { apiKeysQuery, rotateKey } from '#api/project/api-keys.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { toastError } from '#ui/overlays/toast.tsx'
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
  const { common } = useLanguage()
  const client = useQueryClient()
  const [overlap, setOverlap] = useState<keyof typeof SECONDS>('day')
  const attempt = useMutation({
    mutationFn: () => rotateKey(projectId, apiKey.id, SECONDS[overlap]),
    onSuccess: async (key) => {
      onMade(key)
      await client.invalidateQueries({ queryKey: apiKeysQuery(projectId).queryKey })
    },
    onError: toastError,
  })
  const footer = (
    <>
      <Button onClick={onClose}>{common.actions.cancel}</Button>
      <Button kind="primary" busy={attempt.isPending} onClick={() => attempt.mutate()}>
        {m.rotate}
      </Button>
    </>
  )
  return (
    <Dialog open title={m.rotateTitle(apiKey.name)} about={m.rotateHint} onClose={onClose} footer={footer}>
      <Field label={m.overlap}>
        <Select choices={choicesOf(m.overlaps)} value={overlap} onChange={setOverlap} />
      </Field>
    </Dialog>
  )
}
