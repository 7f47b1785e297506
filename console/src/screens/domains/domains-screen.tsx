// Host names of a project: claimed, proved by DNS records, and removed. The one that is open is in the address.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Globe, Plus } from 'lucide-react'
import type { Domain } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { domainsQuery } from '#api/project/domains.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card, PageHeader } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { AddDomain } from './add-domain.tsx'
import { DomainDrawer } from './domain-drawer.tsx'
import { DomainState } from './domain-state.tsx'
import { messages } from './messages.ts'

const route = getRouteApi('/signed-in/projects/$projectId/domains')

/** DomainsScreen lists the domains of a project. */
export function DomainsScreen() {
  const m = useMessages(messages)
  const { projectId } = route.useParams()
  const { create, domain: openId } = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay(projectId)('domains:write')
  const domains = useQuery(domainsQuery(projectId))
  const open = (domain: string | undefined) => navigate({ search: { domain } })
  const opened = domains.data?.find(({ id }) => id === openId)
  const none = domains.data?.length === 0
  const button = mayWrite ? (
    <Button kind="primary" onClick={() => navigate({ search: { create: true } })}>
      <Plus aria-hidden />
      {m.add}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title={m.title} about={m.about} actions={none ? undefined : button} />
      {domains.isPending ? <Skeleton /> : null}
      {domains.isError ? <ErrorState error={domains.error} onRetry={domains.refetch} /> : null}
      {none ? (
        <Card>
          <EmptyState icon={<Globe aria-hidden />} title={m.emptyTitle} hint={m.emptyHint} action={button} />
        </Card>
      ) : null}
      {domains.data !== undefined && !none ? <DomainList domains={domains.data} onOpen={open} /> : null}
      {create && mayWrite ? (
        <AddDomain projectId={projectId} onMade={open} onClose={() => open(undefined)} />
      ) : null}
      {opened === undefined ? null : (
        <DomainDrawer projectId={projectId} domain={opened} onClose={() => open(undefined)} />
      )}
    </>
  )
}

function DomainList({
  domains,
  onOpen,
}: {
  readonly domains: readonly Domain[]
  readonly onOpen: (id: string) => void
}) {
  const m = useMessages(messages)
  const columns: Column<Domain>[] = [
    {
      title: m.name,
      cell: ({ id, name }) => <LinkButton onClick={() => onOpen(id)}>{name}</LinkButton>,
    },
    { title: m.state, cell: (domain) => <DomainState domain={domain} /> },
    { title: m.checked, cell: ({ checked_at }) => <Moment iso={checked_at} relative /> },
    { title: m.next, cell: ({ next_check_at }) => <Moment iso={next_check_at} relative /> },
  ]
  return (
    <Card>
      <Table label={m.title} columns={columns} rows={domains} rowKey={({ id }) => id} />
    </Card>
  )
}
