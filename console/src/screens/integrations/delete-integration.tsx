// The end of an integration.
import { useMutation } from '@tanstack/react-query'
import { deleteIntegration, refreshIntegrations } from '#api/integrations.ts'
import type { Integration } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast, toastError } from '#ui/toast.tsx'

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
  const { m } = useLanguage()
  const words = m.integrations
  const attempt = useMutation({
    mutationFn: () => deleteIntegration(projectId, id),
    onSuccess: async () => {
      toast(words.deleted(name))
      onClose()
      await refreshIntegrations(projectId)
    },
    onError: toastError,
  })
  return (
    <ConfirmDialog
      title={words.deleteTitle(name)}
      about={words.deleteHint}
      action={words.delete}
      name={name}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      onClose={onClose}
    />
  )
}
