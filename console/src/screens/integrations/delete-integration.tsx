// The end of an integration.
import { useMutation } from '@tanstack/react-query'
import type { Integration } from '#api/client/schemas.ts'
import { deleteIntegration, refreshIntegrations } from '#api/project/integrations.ts'
import { useMessages } from '#i18n/language.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { toast, toastError } from '#ui/overlays/toast.tsx'
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
  const attempt = useMutation({
    mutationFn: () => deleteIntegration(projectId, id),
    onSuccess: async () => {
      toast(m.deleted(name))
      onClose()
      await refreshIntegrations(projectId)
    },
    onError: toastError,
  })
  return (
    <ConfirmDialog
      title={m.deleteTitle(name)}
      about={m.deleteHint}
      action={m.delete}
      name={name}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      onClose={onClose}
    />
  )
}
