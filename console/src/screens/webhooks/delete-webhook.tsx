// The end of a webhook, after its name has been typed.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Webhook } from '#api/schemas.ts'
import { deleteWebhook, webhooksKey } from '#api/webhooks.ts'
import { useLanguage } from '#i18n/language.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast, toastError } from '#ui/toast.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/webhooks')

/** WebhookActProps are those of the dialogs about one webhook. */
export interface WebhookActProps {
  readonly projectId: string
  readonly webhook: Webhook
  readonly onClose: () => void
}

/** DeleteWebhook asks before a webhook ends with its deliveries. */
export function DeleteWebhook({ projectId, webhook, onClose }: WebhookActProps) {
  const { m } = useLanguage()
  const client = useQueryClient()
  const navigate = route.useNavigate()
  const attempt = useMutation({
    mutationFn: () => deleteWebhook(projectId, webhook.id),
    onSuccess: async () => {
      toast(m.webhooks.deleted(webhook.name))
      // The screen leaves before its deliveries do.
      await navigate({ search: {} })
      client.removeQueries({ queryKey: [...webhooksKey(projectId), webhook.id] })
      await client.invalidateQueries({ queryKey: [...webhooksKey(projectId), 'list'] })
    },
    onError: toastError,
  })
  return (
    <ConfirmDialog
      title={m.webhooks.deleteTitle(webhook.name)}
      about={m.webhooks.deleteHint}
      action={m.webhooks.delete}
      name={webhook.name}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      onClose={onClose}
    />
  )
}
