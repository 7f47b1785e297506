// An address of a file that works without credentials, for some time.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { StorageObject } from '#api/schemas.ts'
import { signDownload } from '#api/storage.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { choicesOf } from '#ui/choices.ts'
import { CopyField } from '#ui/copy-button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Moment } from '#ui/moment.tsx'
import { Select } from '#ui/select.tsx'
import { toastError } from '#ui/toast.tsx'

const SECONDS = { hour: 3600, day: 86_400, week: 604_800 } as const

/** SignLink makes an address and shows it. */
export function SignLink({
  projectId,
  file,
  onClose,
}: {
  readonly projectId: string
  readonly file: StorageObject
  readonly onClose: () => void
}) {
  const { m } = useLanguage()
  const [expiry, setExpiry] = useState<keyof typeof SECONDS>('day')
  const [isDownload, setDownload] = useState(false)
  const attempt = useMutation({
    mutationFn: () => signDownload(projectId, file.id, SECONDS[expiry], isDownload),
    onError: toastError,
  })
  return (
    <FormDialog
      title={m.storage.sign}
      about={m.storage.signHint}
      action={m.storage.makeLink}
      busy={attempt.isPending}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <Field label={m.storage.worksFor}>
        <Select choices={choicesOf(m.storage.spans)} value={expiry} onChange={setExpiry} />
      </Field>
      <Checkbox label={m.storage.asDownload} checked={isDownload} onChange={setDownload} />
      {attempt.data === undefined ? null : (
        <>
          <CopyField text={attempt.data.url} what={m.storage.link} />
          <p>
            {m.storage.ends} <Moment iso={attempt.data.expires_at} />
          </p>
        </>
      )}
    </FormDialog>
  )
}
