// The organisations of the account, and the form for a new one.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { organisationsQuery } from '#api/account/accounts.ts'
import type { Organisation } from '#api/client/schemas.ts'
import { createOrganisation, refreshOrganisations } from '#api/organisations/organisations.ts'
import { projectsQuery } from '#api/project/projects.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input, SearchInput } from '#ui/forms/input.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card, PageHeader, Toolbar } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import classes from './organisations.module.css'

const route = getRouteApi('/signed-in/organisations')

/** OrganisationsScreen lists the organisations that the viewer belongs to. */
export function OrganisationsScreen() {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  const { search = '', create } = route.useSearch()
  const navigate = route.useNavigate()
  const organisations = useQuery(organisationsQuery)
  const openForm = (create: true | undefined) => navigate({ search: (now) => ({ ...now, create }) })
  const wanted = search.trim().toLowerCase()
  const rows = organisations.data?.filter(({ name }) => name.toLowerCase().includes(wanted))
  const button = (
    <Button kind="primary" onClick={() => openForm(true)}>
      <Plus aria-hidden />
      {m.create}
    </Button>
  )
  return (
    <>
      <PageHeader title={m.title} about={m.about} actions={button} />
      <Toolbar>
        <SearchInput
          label={m.search}
          value={search}
          onChange={(text) =>
            navigate({ search: (now) => ({ ...now, search: text || undefined }), replace: true })
          }
        />
        {rows === undefined ? null : <span>{m.count(rows.length, plural)}</span>}
      </Toolbar>
      {organisations.isPending ? <Skeleton /> : null}
      {organisations.isError ? (
        <ErrorState error={organisations.error} onRetry={organisations.refetch} />
      ) : null}
      {rows === undefined ? null : <OrganisationList organisations={rows} />}
      {create ? <CreateOrganisation onClose={() => openForm(undefined)} /> : null}
    </>
  )
}

function OrganisationList({ organisations }: { readonly organisations: readonly Organisation[] }) {
  const m = useMessages(messages)
  const { common, format } = useLanguage()
  const { data: projects } = useQuery(projectsQuery)
  const projectsOf = (id: string) => projects?.filter(({ organisation_id }) => organisation_id === id).length
  const columns: Column<Organisation>[] = [
    {
      title: m.columns.name,
      cell: ({ id, name, is_personal, sso_required }) => (
        <span className={classes.name}>
          <Link to="/organisations/$organisationId" params={{ organisationId: id }}>
            {name}
          </Link>
          {is_personal ? <Badge>{m.personal}</Badge> : null}
          {sso_required ? <Badge tone="warning">{m.ssoRequired}</Badge> : null}
        </span>
      ),
    },
    {
      title: m.columns.role,
      cell: ({ role }) => (role === null ? m.ownRoles : m.roles[role]),
    },
    {
      title: m.columns.projects,
      end: true,
      cell: ({ id }) => {
        const count = projectsOf(id)
        return count === undefined ? '…' : format.number(count)
      },
    },
    {
      title: m.columns.created,
      cell: ({ created_at }) => <Moment iso={created_at} relative />,
    },
  ]
  return (
    <Card>
      {organisations.length === 0 ? (
        <EmptyState title={common.states.nothing} />
      ) : (
        <Table label={m.title} columns={columns} rows={organisations} rowKey={({ id }) => id} />
      )}
    </Card>
  )
}

function CreateOrganisation({ onClose }: { readonly onClose: () => void }) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const navigate = route.useNavigate()
  const [name, setName] = useState('')
  return (
    <FormDialog
      title={m.create}
      action={common.actions.create}
      dirty={name !== ''}
      onSave={() => createOrganisation(name)}
      onDone={async ({ id, name }) => {
        toast(m.created(name))
        await refreshOrganisations()
        await navigate({ to: '/organisations/$organisationId', params: { organisationId: id } })
      }}
      onClose={onClose}
    >
      <Field label={m.name} hint={m.createHint} name="name">
        <Input required maxLength={100} autoFocus autoComplete="off" value={name} onValueChange={setName} />
      </Field>
    </FormDialog>
  )
}
