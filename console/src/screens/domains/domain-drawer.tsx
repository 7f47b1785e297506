// One domain: the DNS records that it needs, whether they were found, and its removal.
import { useMutation } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { checkDomain, refreshDomains, removeDomain } from '#api/domains.ts'
import { useMay } from '#api/permissions.ts'
import type { Domain } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { CopyField } from '#ui/copy-button.tsx'
import { Details } from '#ui/details.tsx'
import { Drawer } from '#ui/dialog.tsx'
import { Moment } from '#ui/moment.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { DomainState } from './domain-state.tsx'
import classes from './domains.module.css'

interface OneDomain {
  readonly projectId: string
  readonly domain: Domain
  readonly onClose: () => void
}

/** DomainDrawer shows a domain at the side of the list. */
export function DomainDrawer({ projectId, domain, onClose }: OneDomain) {
  const { m } = useLanguage()
  const words = m.domains
  const mayWrite = useMay(projectId)('domains:write')
  const [removing, setRemoving] = useState(false)
  const check = useMutation({
    mutationFn: () => checkDomain(projectId, domain.id),
    onSettled: () => refreshDomains(projectId),
    onError: toastError,
  })
  if (removing)
    return (
      <Remove projectId={projectId} domain={domain} onDone={onClose} onClose={() => setRemoving(false)} />
    )
  const footer = mayWrite ? (
    <>
      <Button kind="danger" onClick={() => setRemoving(true)}>
        {words.remove}
      </Button>
      <Button kind="primary" busy={check.isPending} onClick={() => check.mutate()}>
        <RefreshCw aria-hidden />
        {words.check}
      </Button>
    </>
  ) : undefined
  return (
    <Drawer
      open
      title={domain.name}
      about={domain.status === 'verified' ? words.served(`https://${domain.name}`) : words.recordsHint}
      footer={footer}
      onClose={onClose}
    >
      <Details
        items={[
          { title: words.state, value: <DomainState domain={domain} /> },
          { title: words.checked, value: <Moment iso={domain.checked_at} relative /> },
          { title: words.next, value: <Moment iso={domain.next_check_at} relative /> },
          ...(domain.lost_since === null
            ? []
            : [{ title: words.lost, value: <Moment iso={domain.lost_since} /> }]),
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
  const { m } = useLanguage()
  const words = m.domains
  return (
    <section className={classes.record} aria-label={words.record(type)}>
      <header>
        <h3>{words.record(type)}</h3>
        <Badge tone={found ? 'success' : 'warning'}>{found ? words.found : words.missing}</Badge>
      </header>
      <p>{words.purposes[type]}</p>
      <Details
        items={[
          { title: words.recordName, value: <CopyField text={name} what={words.recordName} /> },
          {
            title: words.recordValue,
            value: value === null ? words.noAddress : <CopyField text={value} what={words.recordValue} />,
          },
        ]}
      />
    </section>
  )
}

function Remove({ projectId, domain, onDone, onClose }: OneDomain & { readonly onDone: () => void }) {
  const { m } = useLanguage()
  const words = m.domains
  const attempt = useMutation({
    mutationFn: () => removeDomain(projectId, domain.id),
    onSuccess: async () => {
      toast(words.removed(domain.name))
      onDone()
      await refreshDomains(projectId)
    },
    onError: toastError,
  })
  return (
    <ConfirmDialog
      title={words.removeTitle(domain.name)}
      about={words.removeHint}
      action={words.remove}
      name={domain.name}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      onClose={onClose}
    />
  )
}
