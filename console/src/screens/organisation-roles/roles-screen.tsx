// The roles of an organisation: what the built-in ones allow, and those that it makes itself.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { RbacRole } from '#api/client/schemas.ts'
import { useMayIn } from '#api/organisations/permissions.ts'
import { rolesQuery } from '#api/organisations/roles.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Card, PageHeader } from '#ui/page/page-header.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import { RoleDrawer } from './role-drawer.tsx'

const route = getRouteApi('/signed-in/organisations/$organisationId/roles')

/** RolesScreen lists them; each opens with what it allows. */
export function RolesScreen() {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { organisationId } = route.useParams()
  const { create, role } = route.useSearch()
  const navigate = route.useNavigate()
  const may = useMayIn(organisationId)
  const roles = useQuery(rolesQuery(organisationId))
  const opened = roles.data?.find(({ id }) => id === role)
  const close = () => navigate({ search: {} })
  const nameOf = ({ id, name, built_in }: RbacRole) => (built_in ? (m.builtIn[id as 'owner'] ?? name) : name)
  const columns: Column<RbacRole>[] = [
    {
      title: m.name,
      cell: (role) => (
        <LinkButton onClick={() => navigate({ search: { role: role.id } })}>{nameOf(role)}</LinkButton>
      ),
    },
    {
      title: m.kind,
      cell: ({ built_in }) =>
        built_in ? <Badge>{m.isBuiltIn}</Badge> : <Badge tone="accent">{m.isOwn}</Badge>,
    },
    { title: m.description, cell: ({ description }) => description ?? '—' },
    { title: m.permissions, end: true, cell: ({ permissions }) => format.number(permissions.length) },
  ]
  const button = may('rbac:write') ? (
    <Button kind="primary" onClick={() => navigate({ search: { create: true } })}>
      <Plus aria-hidden />
      {m.create}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title={m.title} about={m.about} actions={button} />
      {roles.isPending ? <Skeleton lines={6} /> : null}
      {roles.isError ? <ErrorState error={roles.error} onRetry={roles.refetch} /> : null}
      {roles.data === undefined ? null : (
        <Card>
          <Table label={m.title} columns={columns} rows={roles.data} rowKey={({ id }) => id} />
        </Card>
      )}
      {opened === undefined ? null : (
        <RoleDrawer
          key={opened.id}
          organisationId={organisationId}
          role={opened}
          title={nameOf(opened)}
          onClose={close}
        />
      )}
      {create && may('rbac:write') ? (
        <RoleDrawer organisationId={organisationId} title={m.create} onClose={close} />
      ) : null}
    </>
  )
}
