// The end of a key, after its name has been typed.
import { useQueryClient } from '@tanstack/react-query'
import type { ApiKey } from '#api/client/schemas.ts'
import { apiKeysQuery, revokeKey } from '#api/project/api-keys.ts'
import { useMessages } from '#i18n/language.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
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
  return (
    <ConfirmDialog
      title={m.revokeTitle(apiKey.name)}
      about={m.revokeHint}
      action={m.revoke}
      name={apiKey.name}
      done={m.revoked(apiKey.name)}
      onConfirm={() => revokeKey(projectId, apiKey.id)}
      onDone={() => {
        onClose()
        return client.invalidateQueries({ queryKey: apiKeysQuery(projectId).queryKey })
      }}
      onClose={onClose}
    />
  )
}
