// A form whose change is tried and shown as SQL before it is made.
import { type ReactNode, useState } from 'react'
import type { SchemaAct } from '#api/data/schema.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/schema/messages.ts'
import { useSchema } from '#screens/schema/search.ts'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { Review } from './review.tsx'

/** ReviewedForm goes from its fields to the review of `act`, which is named by `action`, and back. */
export function ReviewedForm({
  title,
  action,
  ready = true,
  dirty,
  act,
  onDone,
  onClose,
  children,
}: {
  readonly title: string
  readonly action: string
  readonly ready?: boolean
  readonly dirty: boolean
  readonly act: () => SchemaAct
  readonly onDone: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const { review } = useMessages(messages)
  const { projectId } = useSchema()
  const [reviewed, setReviewed] = useState<SchemaAct>()
  if (reviewed !== undefined)
    return (
      <Review
        projectId={projectId}
        act={reviewed}
        title={title}
        action={action}
        onDone={onDone}
        onClose={() => setReviewed(undefined)}
      />
    )
  return (
    <FormDialog
      title={title}
      action={review}
      ready={ready}
      dirty={dirty}
      onSave={act}
      onDone={setReviewed}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  )
}
