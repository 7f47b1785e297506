// One trigger: what it is about, what can be done to it, and its deliveries.
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowLeft, FlaskConical, History, Pause, Pencil, StepForward, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import type { FunctionTrigger } from '#api/client/schemas.ts'
import { deleteTrigger, triggersKey, updateTrigger } from '#api/services/function-triggers.ts'
import { Deliveries } from '#events/deliveries.tsx'
import { messages as eventMessages } from '#events/messages.ts'
import { useReceiverDetails } from '#events/receiver-details.tsx'
import { ReplayForm } from '#events/replay-form.tsx'
import { TestForm } from '#events/test-form.tsx'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import classes from '#screens/functions/functions.module.css'
import { Button } from '#ui/buttons/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Details } from '#ui/page/details.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import { TriggerForm } from './trigger-form.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/functions')

interface Props {
  readonly projectId: string
  readonly functionId: string
  readonly trigger: FunctionTrigger
  readonly mayWrite: boolean
  readonly onBack: () => void
}

/** TriggerDetails shows a trigger, or that it is gone. */
export function TriggerDetails({
  trigger,
  ...props
}: Omit<Props, 'trigger'> & { readonly trigger: FunctionTrigger | undefined }) {
  const m = useMessages(messages)
  if (trigger !== undefined) return <Parts trigger={trigger} {...props} />
  return (
    <Card>
      <EmptyState title={m.gone} action={<Button onClick={props.onBack}>{m.all}</Button>} />
    </Card>
  )
}

type Act = 'edit' | 'test' | 'replay' | 'delete'

function Parts({ projectId, functionId, trigger, mayWrite, onBack }: Props) {
  const m = useMessages(messages)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const [act, setAct] = useState<Act>()
  const close = () => setAct(undefined)
  const receiver = { projectID: projectId, fnID: functionId, triggerID: trigger.id }
  const details = useReceiverDetails(trigger)
  return (
    <div className={classes.parts}>
      <div className={classes.bar}>
        <Button onClick={onBack}>
          <ArrowLeft aria-hidden />
          {m.all}
        </Button>
        {mayWrite ? <Acts receiver={receiver} trigger={trigger} onAct={setAct} /> : null}
      </div>
      <Card label={m.one}>
        <div className={classes.form}>
          <Details items={details} />
        </div>
      </Card>
      <Deliveries
        receiver={receiver}
        isPaused={!trigger.enabled}
        mayWrite={mayWrite}
        search={search}
        onSearch={(change) => navigate({ search: (now) => ({ ...now, ...change }), replace: true })}
      />
      {act === 'edit' ? (
        <TriggerForm projectId={projectId} functionId={functionId} trigger={trigger} onClose={close} />
      ) : null}
      {act === 'test' ? (
        <TestForm
          receiver={receiver}
          about={m.testHint}
          onSent={(delivery) => navigate({ search: (now) => ({ ...now, delivery }) })}
          onClose={close}
        />
      ) : null}
      {act === 'replay' ? <ReplayForm receiver={receiver} onClose={close} /> : null}
      {act === 'delete' ? (
        <ConfirmDialog
          title={m.deleteTitle}
          about={m.deleteHint}
          action={m.delete}
          done={m.deleted}
          onConfirm={() => deleteTrigger(receiver)}
          onDone={async () => {
            // The screen leaves before its deliveries do.
            onBack()
            client.removeQueries({ queryKey: [...triggersKey(projectId, functionId), trigger.id] })
            await client.invalidateQueries({ queryKey: triggersKey(projectId, functionId) })
          }}
          onClose={close}
        />
      ) : null}
    </div>
  )
}

function Acts({
  receiver,
  trigger,
  onAct,
}: {
  readonly receiver: Parameters<typeof updateTrigger>[0]
  readonly trigger: FunctionTrigger
  readonly onAct: (act: Act) => void
}) {
  const m = useMessages(messages)
  const events = useMessages(eventMessages)
  const { common } = useLanguage()
  const client = useQueryClient()
  const toggle = useAct(trigger.enabled ? events.pause : events.resume, {
    mutationFn: () => updateTrigger(receiver, { enabled: !trigger.enabled }),
    onSuccess: ({ enabled }) => {
      toast(enabled ? m.resumed : m.paused)
      return client.invalidateQueries({ queryKey: triggersKey(receiver.projectID, receiver.fnID) })
    },
  })
  return (
    <div className={classes.actions}>
      <Button onClick={() => onAct('test')}>
        <FlaskConical aria-hidden />
        {events.test}
      </Button>
      <Menu label={`${common.actions.menu}: ${m.one}`}>
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAct('edit')}>
          {m.edit}
        </MenuItem>
        <MenuItem icon={<History aria-hidden />} onSelect={() => onAct('replay')}>
          {events.replay}
        </MenuItem>
        <MenuItem
          icon={trigger.enabled ? <Pause aria-hidden /> : <StepForward aria-hidden />}
          onSelect={() => toggle.mutate()}
        >
          {trigger.enabled ? events.pause : events.resume}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => onAct('delete')}>
          {m.delete}
        </MenuItem>
      </Menu>
    </div>
  )
}
