// The identity providers of a project.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Fingerprint, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Provider } from '#api/client/schemas.ts'
import { providersQuery } from '#api/project/auth.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CopyText } from '#ui/buttons/copy-button.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Section } from '#ui/page/section.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import { ProviderDrawer } from './provider-drawer.tsx'
import { ProviderForm } from './provider-form.tsx'
import type { AuthPartProps } from './settings-form.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/auth')

/** Providers lists them; each opens at the side, with its callback and a test. */
export function Providers({ projectId, mayWrite }: AuthPartProps) {
  const m = useMessages(messages)
  const words = m.providers
  const { create } = route.useSearch()
  const navigate = route.useNavigate()
  const providers = useQuery(providersQuery(projectId))
  const [opened, setOpened] = useState<string>()
  const provider = providers.data?.find(({ name }) => name === opened)
  const openForm = (create: true | undefined) => navigate({ search: (now) => ({ ...now, create }) })
  const button = mayWrite ? (
    <Button kind="primary" onClick={() => openForm(true)}>
      <Plus aria-hidden />
      {words.create}
    </Button>
  ) : undefined
  const none = providers.data?.length === 0
  const columns: Column<Provider>[] = [
    {
      title: words.name,
      cell: ({ name }) => <LinkButton onClick={() => setOpened(name)}>{name}</LinkButton>,
    },
    { title: words.issuer, cell: ({ issuer }) => <CopyText text={issuer} what={words.issuer} /> },
    {
      title: words.state,
      cell: ({ enabled }) => (
        <Badge tone={enabled ? 'success' : 'warning'}>{enabled ? words.enabled : words.disabled}</Badge>
      ),
    },
  ]
  return (
    <Section title={m.tabs.providers} about={words.about} action={none ? undefined : button}>
      {providers.isPending ? <Skeleton /> : null}
      {providers.isError ? <ErrorState error={providers.error} onRetry={providers.refetch} /> : null}
      {none ? (
        <EmptyState
          icon={<Fingerprint aria-hidden />}
          title={words.emptyTitle}
          hint={words.emptyHint}
          action={button}
        />
      ) : null}
      {providers.data !== undefined && !none ? (
        <Table label={m.tabs.providers} columns={columns} rows={providers.data} rowKey={({ name }) => name} />
      ) : null}
      {create && mayWrite ? (
        <ProviderForm
          projectId={projectId}
          onSaved={(name) => {
            openForm(undefined)
            setOpened(name)
          }}
          onClose={() => openForm(undefined)}
        />
      ) : null}
      {provider === undefined ? null : (
        <ProviderDrawer
          projectId={projectId}
          provider={provider}
          mayWrite={mayWrite}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Section>
  )
}
