// One webhook: its settings, what can be done to it, and its deliveries.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, FlaskConical, History, Pause, Pencil, RotateCw, StepForward, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#api/permissions.ts'
import type { Webhook, WebhookWithSecret } from '#api/schemas.ts'
import { webhooksQuery } from '#api/webhooks.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-button.tsx'
import { Details } from '#ui/details.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { Moment } from '#ui/moment.tsx'
import { Card, PageHeader } from '#ui/page-header.tsx'
import { ShownOnce } from '#ui/shown-once.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { DeleteWebhook } from './delete-webhook.tsx'
import { Deliveries } from './deliveries.tsx'
import { ReplayForm } from './replay-form.tsx'
import { RotateSecret } from './rotate-secret.tsx'
import { TestForm } from './test-form.tsx'
import { useToggle } from './use-toggle.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookState } from './webhook-list.tsx'
import classes from './webhooks.module.css'

/** WebhookPage shows one webhook. */
export function WebhookPage({
  projectId,
  webhookId,
}: {
  readonly projectId: string
  readonly webhookId: string
}) {
  const { m } = useLanguage()
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
      {m.webhooks.all}
    </Link>
  )
  if (webhook !== undefined) return <Parts projectId={projectId} webhook={webhook} back={back} />
  return (
    <>
      <PageHeader title={m.webhooks.one} actions={back} />
      {webhooks.isPending ? <Skeleton lines={8} /> : null}
      {webhooks.isError ? <ErrorState error={webhooks.error} onRetry={webhooks.refetch} /> : null}
      {webhooks.isSuccess ? (
        <Card>
          <EmptyState title={m.webhooks.gone} />
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
  const { m } = useLanguage()
  const mayWrite = useMay(projectId)('webhooks:write')
  const [act, setAct] = useState<Act>()
  const [made, setMade] = useState<WebhookWithSecret>()
  const toggle = useToggle(projectId, webhook)
  const close = () => setAct(undefined)
  const props = { projectId, webhook, onClose: close }
  const actions = (
    <>
      {back}
      {mayWrite ? (
        <>
          <Button onClick={() => setAct('test')}>
            <FlaskConical aria-hidden />
            {m.webhooks.test}
          </Button>
          <Menu label={`${m.common.actions.menu}: ${webhook.name}`}>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setAct('edit')}>
              {m.webhooks.edit}
            </MenuItem>
            <MenuItem icon={<History aria-hidden />} onSelect={() => setAct('replay')}>
              {m.webhooks.replay}
            </MenuItem>
            <MenuItem icon={<RotateCw aria-hidden />} onSelect={() => setAct('rotate')}>
              {m.webhooks.rotate}
            </MenuItem>
            <MenuItem
              icon={webhook.enabled ? <Pause aria-hidden /> : <StepForward aria-hidden />}
              onSelect={toggle}
            >
              {webhook.enabled ? m.webhooks.pause : m.webhooks.resume}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => setAct('delete')}>
              {m.webhooks.delete}
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
        <Deliveries projectId={projectId} webhook={webhook} mayWrite={mayWrite} />
      </div>
      {act === 'edit' ? <WebhookForm {...props} /> : null}
      {act === 'test' ? <TestForm {...props} /> : null}
      {act === 'replay' ? <ReplayForm {...props} /> : null}
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

function Settings({ webhook }: { readonly webhook: Webhook }) {
  const { m } = useLanguage()
  const { events, filter, ordered, disabled_reason, previous_secret_expires_at } = webhook
  const items = [
    { title: m.webhooks.columns.state, value: <WebhookState webhook={webhook} /> },
    ...(disabled_reason === null ? [] : [{ title: m.webhooks.reason, value: disabled_reason }]),
    {
      title: m.webhooks.columns.events,
      value: (
        <span className={classes.names}>
          {events.map((event) => (
            <code key={event}>{event}</code>
          ))}
        </span>
      ),
    },
    ...(filter === null ? [] : [{ title: m.webhooks.filter, value: <code>{filter}</code> }]),
    ...(ordered ? [{ title: m.webhooks.order, value: m.webhooks.ordered }] : []),
    ...(previous_secret_expires_at === null
      ? []
      : [{ title: m.webhooks.oldSecret, value: <Moment iso={previous_secret_expires_at} relative /> }]),
  ]
  return (
    <Card label={m.webhooks.settings}>
      <div className={classes.settings}>
        <CopyField text={webhook.url} what={m.webhooks.columns.url} />
        <Details items={items} />
      </div>
    </Card>
  )
}
