// What a server on restored data holds back, what of it is dropped, and the end of that.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type HeldBackKind, quietQuery, resumeServer } from '#api/organisations/operators.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'

/** ResumeServer lets the server work. */
export function ResumeServer({ onClose }: { readonly onClose: () => void }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const quiet = useQuery(quietQuery)
  const [dropped, setDropped] = useState<readonly HeldBackKind[]>([])
  const waiting = quiet.data?.pending.filter(({ count }) => count > 0)
  const choose = (kind: HeldBackKind, drops: boolean) =>
    setDropped((now) => (drops ? [...now, kind] : now.filter((one) => one !== kind)))
  return (
    <FormDialog
      title={m.title}
      about={m.hint}
      action={m.resume}
      ready={quiet.data !== undefined}
      done={m.resumed}
      onSave={() => resumeServer(dropped)}
      onClose={onClose}
    >
      {quiet.isPending ? <Skeleton lines={4} /> : null}
      {quiet.isError ? <ErrorState error={quiet.error} onRetry={quiet.refetch} /> : null}
      {waiting?.length === 0 ? <p>{m.nothing}</p> : null}
      {waiting?.map(({ kind, count }) =>
        kind === 'payments' ? (
          <p key={kind}>{m.payments(format.number(count))}</p>
        ) : (
          <Checkbox
            key={kind}
            label={m.drop(m.kinds[kind], format.number(count))}
            checked={dropped.includes(kind)}
            onChange={(drops) => choose(kind, drops)}
          />
        ),
      )}
    </FormDialog>
  )
}
