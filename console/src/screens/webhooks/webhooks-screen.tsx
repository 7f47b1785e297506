// Webhooks of a project: all of them, or the one that the address names with its deliveries.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#api/permissions.ts'
import type { WebhookWithSecret } from '#api/schemas.ts'
import { webhooksQuery } from '#api/webhooks.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { SearchInput } from '#ui/input.tsx'
import { Card, PageHeader, Toolbar } from '#ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { NewSecret } from './new-secret.tsx'
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
  const { m, plural } = useLanguage()
  const { projectId } = route.useParams()
  const { search = '', create } = route.useSearch()
  const navigate = route.useNavigate()
  const webhooks = useQuery(webhooksQuery(projectId))
  const mayWrite = useMay(projectId)('webhooks:write')
  const [made, setMade] = useState<WebhookWithSecret>()
  const openForm = (create: true | undefined) => navigate({ search: (now) => ({ ...now, create }) })
  // The API answers all webhooks of a project at once: there are at most 30.
  const wanted = search.toLowerCase()
  const rows = webhooks.data?.filter(({ name, url }) => `${name} ${url}`.toLowerCase().includes(wanted))
  const none = webhooks.data?.length === 0
  const button = mayWrite ? (
    <Button kind="primary" onClick={() => openForm(true)}>
      <Plus aria-hidden />
      {m.webhooks.create}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title={m.webhooks.title} about={m.webhooks.about} actions={none ? undefined : button} />
      {webhooks.isPending ? <Skeleton /> : null}
      {webhooks.isError ? <ErrorState error={webhooks.error} onRetry={webhooks.refetch} /> : null}
      {none ? (
        <Card>
          <EmptyState
            icon={<WebhookIcon aria-hidden />}
            title={m.webhooks.emptyTitle}
            hint={m.webhooks.emptyHint}
            action={button}
          />
        </Card>
      ) : null}
      {rows === undefined || none ? null : (
        <>
          <Toolbar>
            <SearchInput
              label={m.webhooks.search}
              value={search}
              onChange={(search) => navigate({ search: { search: search || undefined }, replace: true })}
            />
            <span>{m.webhooks.shown(rows.length, plural)}</span>
          </Toolbar>
          {rows.length === 0 ? (
            <Card>
              <EmptyState title={m.common.states.nothing} />
            </Card>
          ) : (
            <WebhookList webhooks={rows} onOpen={(webhook) => navigate({ search: { webhook } })} />
          )}
        </>
      )}
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
      {made === undefined ? null : <NewSecret made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}
