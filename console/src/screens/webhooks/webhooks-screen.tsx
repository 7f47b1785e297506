// Webhooks of a project: all of them, or the one that the address names with its deliveries.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import type { WebhookWithSecret } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { webhooksQuery } from '#api/services/webhooks.ts'
import { useMessages } from '#i18n/language.tsx'
import { ListScreen } from '#ui/lists/list-screen.tsx'
import { ShownOnce } from '#ui/overlays/shown-once.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { Skeleton } from '#ui/page/states.tsx'
import { AllowedHosts } from './allowed-hosts.tsx'
import { messages } from './messages.ts'
import { WebhookList } from './webhook-list.tsx'

const WebhookForm = whenShown(async () => (await import('./webhook-form.tsx')).WebhookForm)
const WebhookPage = whenShown(
  async () => (await import('./webhook-page.tsx')).WebhookPage,
  <Skeleton lines={5} />,
)

const route = getRouteApi('/signed-in/projects/$projectId/webhooks')

/** WebhooksScreen lists the webhooks of a project, or shows one. */
export function WebhooksScreen() {
  const { projectId } = route.useParams()
  const { webhook: webhookId } = route.useSearch()
  if (webhookId === undefined) return <AllWebhooks />
  return <WebhookPage key={webhookId} projectId={projectId} webhookId={webhookId} />
}

function AllWebhooks() {
  const m = useMessages(messages)
  const { projectId } = route.useParams()
  const { search = '', create } = route.useSearch()
  const navigate = route.useNavigate()
  const webhooks = useQuery(webhooksQuery(projectId))
  const mayWrite = useMay(projectId)('webhooks:write')
  const [made, setMade] = useState<WebhookWithSecret>()
  const openForm = (create: true | undefined) => navigate({ search: (now) => ({ ...now, create }) })
  // The API answers all webhooks of a project at once: there are at most 30.
  return (
    <>
      <ListScreen
        words={m}
        icon={<WebhookIcon aria-hidden />}
        query={webhooks}
        textOf={({ name, url }) => `${name} ${url}`}
        search={search}
        onSearch={(search) => navigate({ search: { search }, replace: true })}
        onCreate={mayWrite ? () => openForm(true) : undefined}
      >
        {(rows) => <WebhookList webhooks={rows} onOpen={(webhook) => navigate({ search: { webhook } })} />}
      </ListScreen>
      {webhooks.data === undefined ? null : <AllowedHosts projectId={projectId} webhooks={webhooks.data} />}
      {create && mayWrite ? (
        <WebhookForm
          projectId={projectId}
          onMade={(webhook) => {
            setMade(webhook)
            openForm(undefined)
          }}
          onClose={() => openForm(undefined)}
        />
      ) : null}
      {made === undefined ? null : (
        <ShownOnce words={m} text={made.secret} what={made.name} onClose={() => setMade(undefined)} />
      )}
    </>
  )
}
