// The end of a key, after its name has been typed.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiKeysQuery, revokeKey } from '#api/api-keys.ts'
import type { ApiKey } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast, toastError } from '#ui/toast.tsx'

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
  const { m } = useLanguage()
  const client = useQueryClient()
  const attempt = useMutation({
    mutationFn: () => revokeKey(projectId, apiKey.id),
    onSuccess: async () => {
      toast(m.apiKeys.revoked(apiKey.name))
      onClose()
      await client.invalidateQueries({ queryKey: apiKeysQuery(projectId).queryKey })
    },
    onError: toastError,
  })
  return (
    <ConfirmDialog
      title={m.apiKeys.revokeTitle(apiKey.name)}
      about={m.apiKeys.revokeHint}
      action={m.apiKeys.revoke}
      name={apiKey.name}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      onClose={onClose}
    />
  )
}
