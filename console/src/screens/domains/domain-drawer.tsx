// One domain: the DNS records that it needs, whether they were found, and its removal.
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import type { Domain } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { checkDomain, refreshDomains, removeDomain } from '#api/project/domains.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { DomainState } from './domain-state.tsx'
import classes from './domains.module.css'
import { messages } from './messages.ts'

interface OneDomain {
  readonly projectId: string
  readonly domain: Domain
  readonly onClose: () => void
}

/** DomainDrawer shows a domain at the side of the list. */
export function DomainDrawer({ projectId, domain, onClose }: OneDomain) {
  const m = useMessages(messages)
  const mayWrite = useMay(projectId)('domains:write')
  const [removing, setRemoving] = useState(false)
  const check = useAct(`${m.check}: ${domain.name}`, {
    mutationFn: () => checkDomain(projectId, domain.id),
    onSettled: () => refreshDomains(projectId),
  })
  if (removing)
    return (
      <Remove projectId={projectId} domain={domain} onDone={onClose} onClose={() => setRemoving(false)} />
    )
  const footer = mayWrite ? (
    <>
      <Button kind="danger" onClick={() => setRemoving(true)}>
        {m.remove}
      </Button>
      <Button kind="primary" busy={check.isPending} onClick={() => check.mutate()}>
        <RefreshCw aria-hidden />
        {m.check}
      </Button>
    </>
  ) : undefined
  return (
    <Drawer
      open
      title={domain.name}
      about={domain.status === 'verified' ? m.served(`https://${domain.name}`) : m.recordsHint}
      footer={footer}
      onClose={onClose}
    >
      <Details
        items={[
          { title: m.state, value: <DomainState domain={domain} /> },
          { title: m.checked, value: <Moment iso={domain.checked_at} relative /> },
          { title: m.next, value: <Moment iso={domain.next_check_at} relative /> },
          ...(domain.lost_since === null
            ? []
            : [{ title: m.lost, value: <Moment iso={domain.lost_since} /> }]),
        ]}
      />
      {domain.error === null ? null : (
        <p role="alert" className={classes.error}>
          {domain.error}
        </p>
      )}
      {domain.records.map((record) => (
        <Record key={record.type} record={record} />
      ))}
    </Drawer>
  )
}

function Record({ record: { type, name, value, found } }: { readonly record: Domain['records'][number] }) {
  const m = useMessages(messages)
  return (
    <section className={classes.record} aria-label={m.record(type)}>
      <header>
        <h3>{m.record(type)}</h3>
        <Badge tone={found ? 'success' : 'warning'}>{found ? m.found : m.missing}</Badge>
      </header>
      <p>{m.purposes[type]}</p>
      <Details
        items={[
          { title: m.recordName, value: <CopyField text={name} what={m.recordName} /> },
          {
            title: m.recordValue,
            value: value === null ? m.noAddress : <CopyField text={value} what={m.recordValue} />,
          },
        ]}
      />
    </section>
  )
}

function Remove({ projectId, domain, onDone, onClose }: OneDomain & { readonly onDone: () => void }) {
  const m = useMessages(messages)
  return (
    <ConfirmDialog
      title={m.removeTitle(domain.name)}
      about={m.removeHint}
      action={m.remove}
      name={domain.name}
      done={m.removed(domain.name)}
      onConfirm={() => removeDomain(projectId, domain.id)}
      onDone={() => {
        onDone()
        return refreshDomains(projectId)
      }}
      onClose={onClose}
    />
  )
}
