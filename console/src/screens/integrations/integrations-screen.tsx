// The integrations of a project: created, tested, switched off and deleted.
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Pencil, Plug, Plus, Power, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { integrationsQuery, refreshIntegrations, updateIntegration } from '#api/integrations.ts'
import { useMay } from '#api/permissions.ts'
import type { Integration } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { Card, PageHeader } from '#ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { DeleteIntegration } from './delete-integration.tsx'
import { IntegrationForm } from './integration-form.tsx'
import classes from './integrations.module.css'
import { TestIntegration } from './test-integration.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/integrations')

interface Act {
  readonly name: 'edit' | 'test' | 'delete'
  readonly integration: Integration
}

/** IntegrationsScreen lists the integrations of a project. */
export function IntegrationsScreen() {
  const { m } = useLanguage()
  const words = m.integrations
  const { projectId } = route.useParams()
  const { create } = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay(projectId)('integrations:write')
  const integrations = useQuery(integrationsQuery(projectId))
  const [act, setAct] = useState<Act>()
  const openForm = (create: true | undefined) => navigate({ search: { create } })
  const close = () => setAct(undefined)
  const none = integrations.data?.length === 0
  const button = mayWrite ? (
    <Button kind="primary" onClick={() => openForm(true)}>
      <Plus aria-hidden />
      {words.create}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title={words.title} about={words.about} actions={none ? undefined : button} />
      {integrations.isPending ? <Skeleton /> : null}
      {integrations.isError ? <ErrorState error={integrations.error} onRetry={integrations.refetch} /> : null}
      {none ? (
        <Card>
          <EmptyState
            icon={<Plug aria-hidden />}
            title={words.emptyTitle}
            hint={words.emptyHint}
            action={button}
          />
        </Card>
      ) : null}
      {integrations.data !== undefined && !none ? (
        <List projectId={projectId} integrations={integrations.data} onAct={mayWrite ? setAct : undefined} />
      ) : null}
      {create && mayWrite ? (
        <IntegrationForm projectId={projectId} onClose={() => openForm(undefined)} />
      ) : null}
      {act?.name === 'edit' ? (
        <IntegrationForm projectId={projectId} integration={act.integration} onClose={close} />
      ) : null}
      {act?.name === 'test' ? (
        <TestIntegration projectId={projectId} integration={act.integration} onClose={close} />
      ) : null}
      {act?.name === 'delete' ? (
        <DeleteIntegration projectId={projectId} integration={act.integration} onClose={close} />
      ) : null}
    </>
  )
}

function List({
  projectId,
  integrations,
  onAct,
}: {
  readonly projectId: string
  readonly integrations: readonly Integration[]
  readonly onAct: ((act: Act) => void) | undefined
}) {
  const { m } = useLanguage()
  const words = m.integrations
  const toggle = useMutation({
    mutationFn: ({ id, enabled }: Integration) => updateIntegration(projectId, id, { enabled: !enabled }),
    onSuccess: async ({ name, enabled }) => {
      toast(enabled ? words.switchedOn(name) : words.switchedOff(name))
      await refreshIntegrations(projectId)
    },
    onError: toastError,
  })
  const columns: Column<Integration>[] = [
    { title: words.name, cell: ({ name }) => <span className={classes.name}>{name}</span> },
    { title: words.provider, cell: ({ provider }) => words.providers[provider] },
    { title: words.sends, cell: ({ kind }) => words.kinds[kind] },
    { title: words.state, cell: (integration) => <State integration={integration} /> },
  ]
  if (onAct !== undefined)
    columns.push({
      title: m.common.actions.menu,
      hidden: true,
      end: true,
      cell: (integration) => (
        <Menu label={`${m.common.actions.menu}: ${integration.name}`}>
          <MenuItem icon={<Send aria-hidden />} onSelect={() => onAct({ name: 'test', integration })}>
            {words.test}
          </MenuItem>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAct({ name: 'edit', integration })}>
            {words.edit}
          </MenuItem>
          <MenuItem icon={<Power aria-hidden />} onSelect={() => toggle.mutate(integration)}>
            {integration.enabled ? words.switchOff : words.switchOn}
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={<Trash2 aria-hidden />}
            danger
            onSelect={() => onAct({ name: 'delete', integration })}
          >
            {words.delete}
          </MenuItem>
        </Menu>
      ),
    })
  return (
    <Card>
      <Table label={words.title} columns={columns} rows={integrations} rowKey={({ id }) => id} />
    </Card>
  )
}

function State({
  integration: { enabled, disabled_reason, failing_since, last_error },
}: {
  readonly integration: Integration
}) {
  const { m } = useLanguage()
  const words = m.integrations.states
  const reason = disabled_reason ?? last_error
  const note = reason === null ? null : <small className={classes.reason}>{reason}</small>
  if (!enabled)
    return (
      <span className={classes.state}>
        <Badge tone={disabled_reason === null ? 'neutral' : 'danger'}>{words.off}</Badge>
        {disabled_reason === null ? null : note}
      </span>
    )
  if (failing_since === null) return <Badge tone="success">{words.on}</Badge>
  return (
    <span className={classes.state}>
      <Badge tone="warning">{words.failing}</Badge>
      {note}
    </span>
  )
}
