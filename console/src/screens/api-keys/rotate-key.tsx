// A new secret for a key, with an overlap in which the old one works as well.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiKeysQuery, rotateKey } from '#api/api-keys.ts'
import type { ApiKey, NewApiKey } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { choicesOf } from '#ui/choices.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { toastError } from '#ui/toast.tsx'

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
  const { m } = useLanguage()
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
      <Button onClick={onClose}>{m.common.actions.cancel}</Button>
      <Button kind="primary" busy={attempt.isPending} onClick={() => attempt.mutate()}>
        {m.apiKeys.rotate}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      title={m.apiKeys.rotateTitle(apiKey.name)}
      about={m.apiKeys.rotateHint}
      onClose={onClose}
      footer={footer}
    >
      <Field label={m.apiKeys.overlap}>
        <Select choices={choicesOf(m.apiKeys.overlaps)} value={overlap} onChange={setOverlap} />
      </Field>
    </Dialog>
  )
}
