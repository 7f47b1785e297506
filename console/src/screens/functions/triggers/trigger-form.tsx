// The form of a trigger, new or changed.
import { useQueryClient } from '@tanstack/react-query'
import type { FunctionTrigger } from '#api/client/schemas.ts'
import { createTrigger, triggersKey, updateTrigger } from '#api/services/function-triggers.ts'
import { EventFields, eventBodyOf, eventDraftOf } from '#events/event-fields.tsx'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'

/** TriggerForm creates a trigger of a function, or changes `trigger`. */
export function TriggerForm({
  projectId,
  functionId,
  trigger,
  onClose,
}: {
  readonly projectId: string
  readonly functionId: string
  readonly trigger?: FunctionTrigger
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const client = useQueryClient()
  const { draft, dirty, change } = useDraft(() => eventDraftOf(trigger))
  return (
    <FormDialog
      title={trigger === undefined ? m.create : m.editTitle}
      about={trigger === undefined ? m.about : undefined}
      action={trigger === undefined ? common.actions.create : m.save}
      ready={draft.events.length > 0}
      dirty={dirty}
      done={trigger === undefined ? m.made : m.saved}
      onSave={() => {
        const body = eventBodyOf(draft)
        if (trigger === undefined) return createTrigger(projectId, functionId, { ...body, enabled: true })
        return updateTrigger({ projectID: projectId, fnID: functionId, triggerID: trigger.id }, body)
      }}
      onDone={async () => {
        onClose()
        await client.invalidateQueries({ queryKey: triggersKey(projectId, functionId) })
      }}
      onClose={onClose}
    >
      <EventFields projectId={projectId} draft={draft} change={change} />
    </FormDialog>
  )
}
