// The statement of a provider, from a file.
import { useState } from 'react'
import {
  importStatement,
  type PaymentEnvironment,
  type PaymentProvider,
  refreshPayments,
} from '#api/services/payments.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'
import { statementMessages } from './statement-messages.ts'

/** ImportStatement asks for the provider, the file, and how it is read. */
export function ImportStatement({
  projectId,
  onClose,
}: {
  readonly projectId: string
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const words = useMessages(statementMessages)
  const { plural } = useLanguage()
  const [provider, setProvider] = useState<PaymentProvider>('provider_a')
  const [environment, setEnvironment] = useState<PaymentEnvironment | 'set'>('set')
  const [dates, setDates] = useState<keyof typeof words.dates>('found')
  const [file, setFile] = useState<File>()
  return (
    <FormDialog
      title={m.import}
      about={m.importHint}
      action={m.import}
      ready={file !== undefined}
      dirty={file !== undefined}
      onSave={async () =>
        importStatement(projectId, {
          provider,
          ...(environment !== 'set' && { environment }),
          ...(dates !== 'found' && { dates }),
          csv: (await file?.text()) ?? '',
        })
      }
      onDone={({ lines, counts: { matched, settled } }) => {
        const known = matched + settled
        toast(m.imported(lines, plural), m.importedMore(known, settled, lines - known))
        onClose()
        return refreshPayments(projectId)
      }}
      onClose={onClose}
    >
      <Field label={m.columns.provider}>
        <Select choices={choicesOf(m.providers)} value={provider} onChange={setProvider} />
      </Field>
      <Field label={m.environment}>
        <Select
          choices={choicesOf({ set: words.setOne, ...m.environments })}
          value={environment}
          onChange={setEnvironment}
        />
      </Field>
      <Field label={words.datesOf} hint={words.datesHint}>
        <Select choices={choicesOf(words.dates)} value={dates} onChange={setDates} />
      </Field>
      <Field label={m.file} name="file">
        <Input
          type="file"
          accept=".csv,text/csv"
          required
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
        />
      </Field>
    </FormDialog>
  )
}
