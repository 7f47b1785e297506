// An address of a file that works without credentials, for some time.
import { useState } from 'react'
import type { StorageObject } from '#api/client/schemas.ts'
import { signDownload } from '#api/services/storage.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/storage/messages.ts'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { Moment } from '#ui/page/moment.tsx'

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
  const m = useMessages(messages)
  const [expiry, setExpiry] = useState<keyof typeof SECONDS>('day')
  const [isDownload, setDownload] = useState(false)
  const [link, setLink] = useState<Awaited<ReturnType<typeof signDownload>>>()
  return (
    <FormDialog
      title={m.sign}
      about={m.signHint}
      action={m.makeLink}
      onSave={() => signDownload(projectId, file.id, SECONDS[expiry], isDownload)}
      onDone={setLink}
      onClose={onClose}
    >
      <Field label={m.worksFor}>
        <Select choices={choicesOf(m.spans)} value={expiry} onChange={setExpiry} />
      </Field>
      <Checkbox label={m.asDownload} checked={isDownload} onChange={setDownload} />
      {link === undefined ? null : (
        <>
          <CopyField text={link.url} what={m.link} />
          <p>
            {m.ends} <Moment iso={link.expires_at} />
          </p>
        </>
      )}
    </FormDialog>
  )
}
