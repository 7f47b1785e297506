// Webhooks of a project: all of them, or the one that the address names with its deliveries.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#api/permissions.ts'
import type { WebhookWithSecret } from '#api/schemas.ts'
import { webhooksQuery } from '#api/webhooks.ts'
import { useLanguage } from '#i18n/language.tsx'
import { ListScreen } from '#ui/list-screen.tsx'
import { ShownOnce } from '#ui/shown-once.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookList } from './webhook-list.tsx'
import { WebhookPage } from './webhook-page.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/webhooks')

/** WebhooksScreen lists the webhooks of a project, or shows one. */
export function WebhooksScreen() {
  const { projectId } = route.useParams()
  const { webhook: webhookId } = route.useSearch()
  if (webhookId === undefined) return <AllWebhooks />
  return <WebhookPage key={webhookId} projectId={projectId} webhookId={webhookId} />
}

function AllWebhooks() {
  const { m } = useLanguage()
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
        words={m.webhooks}
        icon={<WebhookIcon aria-hidden />}
        query={webhooks}
        textOf={({ name, url }) => `${name} ${url}`}
        search={search}
        onSearch={(search) => navigate({ search: { search }, replace: true })}
        onCreate={mayWrite ? () => openForm(true) : undefined}
      >
        {(rows) => <WebhookList webhooks={rows} onOpen={(webhook) => navigate({ search: { webhook } })} />}
      </ListScreen>
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
        <ShownOnce
          words={m.webhooks}
          text={made.secret}
          what={made.name}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  )
}
