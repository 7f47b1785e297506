// The end of a key, after its name has been typed.
import type { ApiKey } from '#api/client/schemas.ts'
import { revokeKey } from '#api/project/api-keys.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { messages } from './messages.ts'

/** RevokeKey says when the key was last used, and asks before it ends for all who use it. */
export function RevokeKey({
  projectId,
  apiKey,
  onDone,
  onClose,
}: {
  readonly projectId: string
  readonly apiKey: ApiKey
  readonly onDone: () => unknown
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { name, last_used_at } = apiKey
  const used = last_used_at === null ? m.neverUsed : m.wasUsed(format.ago(last_used_at))
  return (
    <ConfirmDialog
      title={m.revokeTitle(name)}
      about={`${m.revokeHint} ${used}`}
      action={m.revoke}
      name={name}
      done={m.revoked(name)}
      onConfirm={() => revokeKey(projectId, apiKey.id)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
