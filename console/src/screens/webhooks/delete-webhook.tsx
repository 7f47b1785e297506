// The end of a webhook, after its name has been typed.
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Webhook } from '#api/client/schemas.ts'
import { deleteWebhook, webhooksKey } from '#api/services/webhooks.ts'
import { useMessages } from '#i18n/language.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { messages } from './messages.ts'

const route = getRouteApi('/signed-in/projects/$projectId/webhooks')

/** WebhookActProps are those of the dialogs about one webhook. */
export interface WebhookActProps {
  readonly projectId: string
  readonly webhook: Webhook
  readonly onClose: () => void
}

/** DeleteWebhook asks before a webhook ends with its deliveries. */
export function DeleteWebhook({ projectId, webhook, onClose }: WebhookActProps) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const navigate = route.useNavigate()
  return (
    <ConfirmDialog
      title={m.deleteTitle(webhook.name)}
      about={m.deleteHint}
      action={m.delete}
      name={webhook.name}
      done={m.deleted(webhook.name)}
      onConfirm={() => deleteWebhook(projectId, webhook.id)}
      onDone={async () => {
        // The screen leaves before its deliveries do.
        await navigate({ search: {} })
        client.removeQueries({ queryKey: [...webhooksKey(projectId), webhook.id] })
        await client.invalidateQueries({ queryKey: [...webhooksKey(projectId), 'list'] })
      }}
      onClose={onClose}
    />
  )
}
