// A webhook paused, and let go on.
import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '#acts/use-act.ts'
import type { Webhook } from '#api/client/schemas.ts'
import { updateWebhook, webhooksKey } from '#api/services/webhooks.ts'
import { messages as eventMessages } from '#events/messages.ts'
import { useMessages } from '#i18n/language.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'

/** useToggle returns what pauses a webhook, or has it sent again. */
export function useToggle(projectId: string, { id, name, enabled }: Webhook): () => void {
  const m = useMessages(messages)
  const events = useMessages(eventMessages)
  const client = useQueryClient()
  const attempt = useAct(`${enabled ? events.pause : events.resume}: ${name}`, {
    mutationFn: () => updateWebhook(projectId, id, { enabled: !enabled }),
    onSuccess: (webhook) => {
      toast(webhook.enabled ? m.resumed(webhook.name) : m.paused(webhook.name))
      return client.invalidateQueries({ queryKey: webhooksKey(projectId) })
    },
  })
  return () => attempt.mutate()
}
