// A webhook paused, and let go on.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Webhook } from '#api/schemas.ts'
import { updateWebhook, webhooksKey } from '#api/webhooks.ts'
import { useLanguage } from '#i18n/language.tsx'
import { toast, toastError } from '#ui/toast.tsx'

/** useToggle returns what pauses a webhook, or has it sent again. */
export function useToggle(projectId: string, { id, enabled }: Webhook): () => void {
  const { m } = useLanguage()
  const client = useQueryClient()
  const attempt = useMutation({
    mutationFn: () => updateWebhook(projectId, id, { enabled: !enabled }),
    onSuccess: (webhook) => {
      toast(webhook.enabled ? m.webhooks.resumed(webhook.name) : m.webhooks.paused(webhook.name))
      return client.invalidateQueries({ queryKey: webhooksKey(projectId) })
    },
    onError: toastError,
  })
  return () => attempt.mutate()
}
