// The organisations of the account, and the form for a new one.
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { organisationsQuery } from '#api/accounts.ts'
import { createOrganisation, refreshOrganisations } from '#api/organisations.ts'
import { projectsQuery } from '#api/projects.ts'
import type { Organisation } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input, SearchInput } from '#ui/input.tsx'
import { Card, PageHeader, Toolbar } from '#ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './organisations.module.css'

const route = getRouteApi('/signed-in/organisations')

/** OrganisationsScreen lists the organisations that the viewer belongs to. */
export function OrganisationsScreen() {
  const { m, plural } = useLanguage()
  const words = m.organisations
  const { search = '', create } = route.useSearch()
  const navigate = route.useNavigate()
  const organisations = useQuery(organisationsQuery)
  const openForm = (create: true | undefined) => navigate({ search: (now) => ({ ...now, create }) })
  const wanted = search.trim().toLowerCase()
  const rows = organisations.data?.filter(({ name }) => name.toLowerCase().includes(wanted))
  const button = (
    <Button kind="primary" onClick={() => openForm(true)}>
      <Plus aria-hidden />
      {words.create}
    </Button>
  )
  return (
    <>
      <PageHeader title={words.title} about={words.about} actions={button} />
      <Toolbar>
        <SearchInput
          label={words.search}
          value={search}
          onChange={(text) =>
            navigate({ search: (now) => ({ ...now, search: text || undefined }), replace: true })
          }
        />
        {rows === undefined ? null : <span>{words.count(rows.length, plural)}</span>}
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
  const { m, format } = useLanguage()
  const words = m.organisations
  const { data: projects } = useQuery(projectsQuery)
  const projectsOf = (id: string) => projects?.filter(({ organisation_id }) => organisation_id === id).length
  const columns: Column<Organisation>[] = [
    {
      title: words.columns.name,
      cell: ({ id, name, is_personal, sso_required }) => (
        <span className={classes.name}>
          <Link to="/organisations/$organisationId" params={{ organisationId: id }}>
            {name}
          </Link>
          {is_personal ? <Badge>{words.personal}</Badge> : null}
          {sso_required ? <Badge tone="warning">{words.ssoRequired}</Badge> : null}
        </span>
      ),
    },
    {
      title: words.columns.role,
      cell: ({ role }) => (role === null ? words.ownRoles : words.roles[role]),
    },
    {
      title: words.columns.projects,
      end: true,
      cell: ({ id }) => {
        const count = projectsOf(id)
        return count === undefined ? '…' : format.number(count)
      },
    },
    {
      title: words.columns.created,
      cell: ({ created_at }) => <time title={created_at}>{format.date(created_at)}</time>,
    },
  ]
  return (
    <Card>
      {organisations.length === 0 ? (
        <EmptyState title={m.common.states.nothing} />
      ) : (
        <Table label={words.title} columns={columns} rows={organisations} rowKey={({ id }) => id} />
      )}
    </Card>
  )
}

function CreateOrganisation({ onClose }: { readonly onClose: () => void }) {
  const { m } = useLanguage()
  const words = m.organisations
  const navigate = route.useNavigate()
  const [name, setName] = useState('')
  const attempt = useMutation({
    mutationFn: () => createOrganisation(name),
    onSuccess: async ({ id, name }) => {
      toast(words.created(name))
      await refreshOrganisations()
      await navigate({ to: '/organisations/$organisationId', params: { organisationId: id } })
    },
  })
  return (
    <FormDialog
      title={words.create}
      action={m.common.actions.create}
      busy={attempt.isPending}
      dirty={name !== ''}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      <Field label={words.name} hint={words.createHint} error={attempt.error?.message}>
        <Input required maxLength={100} autoFocus autoComplete="off" value={name} onValueChange={setName} />
      </Field>
    </FormDialog>
  )
}
