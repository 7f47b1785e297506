// The end of a key, after its name has been typed.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiKey } from '#api/client/schemas.ts'
import { apiKeysQuery, revokeKey } from '#api/project/api-keys.ts'
import { useMessages } from '#i18n/language.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { toast, toastError } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'

/** RevokeKey asks before a key ends for all who use it. */
export function RevokeKey({
  projectId,
  apiKey,
  onClose,
}: {
  readonly projectId: string
  readonly apiKey: ApiKey
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const attempt = useMutation({
    mutationFn: () => revokeKey(projectId, apiKey.id),
    onSuccess: async () => {
      toast(m.revoked(apiKey.name))
      onClose()
      await client.invalidateQueries({ queryKey: apiKeysQuery(projectId).queryKey })
    },
    onError: toastError,
  })
  return (
    <ConfirmDialog
      title={m.revokeTitle(apiKey.name)}
      about={m.revokeHint}
      action={m.revoke}
      name={apiKey.name}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      onClose={onClose}
    />
  )
}
