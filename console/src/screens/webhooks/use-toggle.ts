// A webhook paused, and let go on.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Webhook } from '#api/client/schemas.ts'
import { updateWebhook, webhooksKey } from '#api/services/webhooks.ts'
import { useMessages } from '#i18n/language.tsx'
import { toast, toastError } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'

/** useToggle returns what pauses a webhook, or has it sent again. */
export function useToggle(projectId: string, { id, enabled }: Webhook): () => void {
  const m = useMessages(messages)
  const client = useQueryClient()
  const attempt = useMutation({
    mutationFn: () => updateWebhook(projectId, id, { enabled: !enabled }),
    onSuccess: (webhook) => {
      toast(webhook.enabled ? m.resumed(webhook.name) : m.paused(webhook.name))
      return client.invalidateQueries({ queryKey: webhooksKey(projectId) })
    },
    onError: toastError,
  })
  return () => attempt.mutate()
}
