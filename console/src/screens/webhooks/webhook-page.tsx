// One webhook: its settings, what can be done to it, and its deliveries.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, FlaskConical, History, Pause, Pencil, RotateCw, StepForward, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Webhook, WebhookWithSecret } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { webhooksQuery } from '#api/services/webhooks.ts'
import { Deliveries } from '#events/deliveries.tsx'
import { messages as eventMessages } from '#events/messages.ts'
import { useReceiverDetails } from '#events/receiver-details.tsx'
import { ReplayForm } from '#events/replay-form.tsx'
import { TestForm } from '#events/test-form.tsx'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button, buttonClass } from '#ui/buttons/button.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { ShownOnce } from '#ui/overlays/shown-once.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card, PageHeader } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { DeleteWebhook } from './delete-webhook.tsx'
import { messages } from './messages.ts'
import { RotateSecret } from './rotate-secret.tsx'
import { useToggle } from './use-toggle.ts'
import { WebhookForm } from './webhook-form.tsx'
import classes from './webhooks.module.css'

const route = getRouteApi('/signed-in/projects/$projectId/webhooks')

/** WebhookPage shows one webhook. */
export function WebhookPage({
  projectId,
  webhookId,
}: {
  readonly projectId: string
  readonly webhookId: string
}) {
  const m = useMessages(messages)
  const webhooks = useQuery(webhooksQuery(projectId))
  const webhook = webhooks.data?.find(({ id }) => id === webhookId)
  const back = (
    <Link
      to="/projects/$projectId/webhooks"
      params={{ projectId }}
      search={{}}
      className={buttonClass('secondary')}
    >
      <ArrowLeft aria-hidden />
      {m.all}
    </Link>
  )
  if (webhook !== undefined) return <Parts projectId={projectId} webhook={webhook} back={back} />
  return (
    <>
      <PageHeader title={m.one} actions={back} />
      {webhooks.isPending ? <Skeleton lines={8} /> : null}
      {webhooks.isError ? <ErrorState error={webhooks.error} onRetry={webhooks.refetch} /> : null}
      {webhooks.isSuccess ? (
        <Card>
          <EmptyState title={m.gone} />
        </Card>
      ) : null}
    </>
  )
}

type Act = 'edit' | 'rotate' | 'delete' | 'test' | 'replay'

function Parts({
  projectId,
  webhook,
  back,
}: {
  readonly projectId: string
  readonly webhook: Webhook
  readonly back: React.ReactNode
}) {
  const m = useMessages(messages)
  const events = useMessages(eventMessages)
  const { common } = useLanguage()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay(projectId)('webhooks:write')
  const [act, setAct] = useState<Act>()
  const [made, setMade] = useState<WebhookWithSecret>()
  const toggle = useToggle(projectId, webhook)
  const close = () => setAct(undefined)
  const props = { projectId, webhook, onClose: close }
  const receiver = { projectID: projectId, webhookID: webhook.id }
  const actions = (
    <>
      {back}
      {mayWrite ? (
        <>
          <Button onClick={() => setAct('test')}>
            <FlaskConical aria-hidden />
            {events.test}
          </Button>
          <Menu label={`${common.actions.menu}: ${webhook.name}`}>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setAct('edit')}>
              {m.edit}
            </MenuItem>
            <MenuItem icon={<History aria-hidden />} onSelect={() => setAct('replay')}>
              {events.replay}
            </MenuItem>
            <MenuItem icon={<RotateCw aria-hidden />} onSelect={() => setAct('rotate')}>
              {m.rotate}
            </MenuItem>
            <MenuItem
              icon={webhook.enabled ? <Pause aria-hidden /> : <StepForward aria-hidden />}
              onSelect={toggle}
            >
              {webhook.enabled ? events.pause : events.resume}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => setAct('delete')}>
              {m.delete}
            </MenuItem>
          </Menu>
        </>
      ) : null}
    </>
  )
  return (
    <>
      <PageHeader title={webhook.name} actions={actions} />
      <div className={classes.parts}>
        <Settings webhook={webhook} />
        <Deliveries
          receiver={receiver}
          isPaused={!webhook.enabled}
          mayWrite={mayWrite}
          search={search}
          onSearch={(change) => navigate({ search: (now) => ({ ...now, ...change }), replace: true })}
        />
      </div>
      {act === 'edit' ? <WebhookForm {...props} /> : null}
      {act === 'test' ? (
        <TestForm
          receiver={receiver}
          about={m.testHint}
          onSent={(delivery) => navigate({ search: (now) => ({ ...now, delivery }) })}
          onClose={close}
        />
      ) : null}
      {act === 'replay' ? <ReplayForm receiver={receiver} onClose={close} /> : null}
      {act === 'delete' ? <DeleteWebhook {...props} /> : null}
      {act === 'rotate' ? (
        <RotateSecret
          {...props}
          onMade={(made) => {
            setMade(made)
            close()
          }}
        />
      ) : null}
      {made === undefined ? null : (
        <ShownOnce words={m} text={made.secret} what={made.name} onClose={() => setMade(undefined)} />
      )}
    </>
  )
}

function Settings({ webhook }: { readonly webhook: Webhook }) {
  const m = useMessages(messages)
  const { previous_secret_expires_at } = webhook
  const items = [
    ...useReceiverDetails(webhook),
    ...(previous_secret_expires_at === null
      ? []
      : [{ title: m.oldSecret, value: <Moment iso={previous_secret_expires_at} relative /> }]),
  ]
  return (
    <Card label={m.settings}>
      <div className={classes.settings}>
        <CopyField text={webhook.url} what={m.columns.url} />
        <Details items={items} />
      </div>
    </Card>
  )
}
