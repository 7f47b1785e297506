// The end of an integration.
import type { Integration } from '#api/client/schemas.ts'
import { deleteIntegration, refreshIntegrations } from '#api/project/integrations.ts'
import { useMessages } from '#i18n/language.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { messages } from './messages.ts'

/** DeleteIntegration asks before an integration is deleted. */
export function DeleteIntegration({
  projectId,
  integration: { id, name },
  onClose,
}: {
  readonly projectId: string
  readonly integration: Integration
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  return (
    <ConfirmDialog
      title={m.deleteTitle(name)}
      about={m.deleteHint}
      action={m.delete}
      name={name}
      done={m.deleted(name)}
      onConfirm={(force) => deleteIntegration(projectId, id, force)}
      onDone={() => {
        onClose()
        return refreshIntegrations(projectId)
      }}
      onClose={onClose}
    />
  )
}
