// The integrations of a project: created, tested, switched off and deleted.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Pencil, Plug, Plus, Power, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import type { Integration } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { integrationsQuery, refreshIntegrations, updateIntegration } from '#api/project/integrations.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Card, PageHeader } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { DeleteIntegration } from './delete-integration.tsx'
import { IntegrationForm } from './integration-form.tsx'
import classes from './integrations.module.css'
import { messages } from './messages.ts'
import { TestIntegration } from './test-integration.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/integrations')

interface Act {
  readonly name: 'edit' | 'test' | 'delete'
  readonly integration: Integration
}

/** IntegrationsScreen lists the integrations of a project. */
export function IntegrationsScreen() {
  const m = useMessages(messages)
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
      {m.create}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title={m.title} about={m.about} actions={none ? undefined : button} />
      {integrations.isPending ? <Skeleton /> : null}
      {integrations.isError ? <ErrorState error={integrations.error} onRetry={integrations.refetch} /> : null}
      {none ? (
        <Card>
          <EmptyState icon={<Plug aria-hidden />} title={m.emptyTitle} hint={m.emptyHint} action={button} />
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
  const m = useMessages(messages)
  const { common } = useLanguage()
  const toggle = useAct(({ name, enabled }) => `${enabled ? m.switchOff : m.switchOn}: ${name}`, {
    mutationFn: ({ id, enabled }: Integration) => updateIntegration(projectId, id, { enabled: !enabled }),
    onSuccess: async ({ name, enabled }) => {
      toast(enabled ? m.switchedOn(name) : m.switchedOff(name))
      await refreshIntegrations(projectId)
    },
  })
  const columns: Column<Integration>[] = [
    { title: m.name, cell: ({ name }) => <span className={classes.name}>{name}</span> },
    { title: m.provider, cell: ({ provider }) => m.providers[provider] },
    { title: m.sends, cell: ({ kind }) => m.kinds[kind] },
    { title: m.state, cell: (integration) => <State integration={integration} /> },
  ]
  if (onAct !== undefined)
    columns.push({
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: (integration) => (
        <Menu label={`${common.actions.menu}: ${integration.name}`}>
          <MenuItem icon={<Send aria-hidden />} onSelect={() => onAct({ name: 'test', integration })}>
            {m.test}
          </MenuItem>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAct({ name: 'edit', integration })}>
            {m.edit}
          </MenuItem>
          <MenuItem icon={<Power aria-hidden />} onSelect={() => toggle.mutate(integration)}>
            {integration.enabled ? m.switchOff : m.switchOn}
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={<Trash2 aria-hidden />}
            danger
            onSelect={() => onAct({ name: 'delete', integration })}
          >
            {m.delete}
          </MenuItem>
        </Menu>
      ),
    })
  return (
    <Card>
      <Table label={m.title} columns={columns} rows={integrations} rowKey={({ id }) => id} />
    </Card>
  )
}

function State({
  integration: { enabled, disabled_reason, failing_since, last_error },
}: {
  readonly integration: Integration
}) {
  const m = useMessages(messages)
  const words = m.states
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
