// One failed job: what it is, why it failed, and what can be done about it.
import type { FailedJob } from '#api/client/schemas.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { messages } from './messages.ts'

/** FailedJobDrawer shows a job at the side of the list, or that it is gone. */
export function FailedJobDrawer({
  job,
  mayWrite,
  onRetry,
  onDiscard,
  onClose,
}: {
  readonly job: FailedJob | undefined
  readonly mayWrite: boolean
  readonly onRetry: (job: FailedJob) => void
  readonly onDiscard: (job: FailedJob) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  if (job === undefined)
    return (
      <Drawer open title={m.title} onClose={onClose}>
        <EmptyState title={m.gone} />
      </Drawer>
    )
  const about = m.kinds[job.name]
  const footer = mayWrite ? (
    <>
      <Button kind="danger" onClick={() => onDiscard(job)}>
        {m.discard}
      </Button>
      <Button kind="primary" onClick={() => onRetry(job)}>
        {m.retry}
      </Button>
    </>
  ) : undefined
  return (
    <Drawer open title={job.name} onClose={onClose} footer={footer}>
      {about === undefined ? null : <p>{about}</p>}
      <CopyField text={job.id} what={m.id} />
      <Details
        items={[
          { title: m.columns.error, value: job.error },
          { title: m.columns.attempts, value: format.number(job.attempts) },
          { title: m.created, value: <Moment iso={job.created_at} /> },
          { title: m.columns.failed, value: <Moment iso={job.failed_at} /> },
        ]}
      />
    </Drawer>
  )
}
