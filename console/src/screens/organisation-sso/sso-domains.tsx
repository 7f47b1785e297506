// The domains whose members the provider lets in, with the DNS record that proves each.
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import type { SsoDomain } from '#api/client/schemas.ts'
import { addSsoDomain, removeSsoDomain, ssoDomainsQuery, verifySsoDomain } from '#api/organisations/sso.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Note, Section } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import classes from './sso.module.css'

interface Props {
  readonly organisationId: string
  readonly mayWrite: boolean
}

/** SsoDomains adds, verifies and removes them. */
export function SsoDomains({ organisationId, mayWrite }: Props) {
  const m = useMessages(messages)
  const words = m.domains
  const domains = useQuery(ssoDomainsQuery(organisationId))
  const [adds, setAdds] = useState(false)
  const [removing, setRemoving] = useState<string>()
  const button = mayWrite ? (
    <Button onClick={() => setAdds(true)}>
      <Plus aria-hidden />
      {words.add}
    </Button>
  ) : undefined
  return (
    <Section title={words.title} about={words.about} action={button}>
      {domains.isPending ? <Skeleton /> : null}
      {domains.isError ? <ErrorState error={domains.error} onRetry={domains.refetch} /> : null}
      {domains.data?.length === 0 ? <Note>{words.none}</Note> : null}
      {domains.data?.map((domain) => (
        <OneDomain
          key={domain.domain}
          organisationId={organisationId}
          mayWrite={mayWrite}
          domain={domain}
          onRemove={() => setRemoving(domain.domain)}
        />
      ))}
      {adds ? <AddDomain organisationId={organisationId} onClose={() => setAdds(false)} /> : null}
      {removing === undefined ? null : (
        <ConfirmDialog
          title={words.removeTitle(removing)}
          about={words.removeHint}
          action={words.remove}
          onConfirm={() => removeSsoDomain(organisationId, removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Section>
  )
}

function OneDomain({
  organisationId,
  mayWrite,
  domain: { domain, record, verified_at },
  onRemove,
}: Props & { readonly domain: SsoDomain; readonly onRemove: () => void }) {
  const m = useMessages(messages)
  const words = m.domains
  const verify = useAct(`${words.verify}: ${domain}`, {
    mutationFn: () => verifySsoDomain(organisationId, domain),
    onSuccess: () => toast(words.verified(domain)),
  })
  const isVerified = verified_at !== null
  return (
    <section className={classes.domain} aria-label={domain}>
      <header>
        <h3>{domain}</h3>
        <Badge tone={isVerified ? 'success' : 'warning'}>
          {isVerified ? words.isVerified : words.isOpen}
        </Badge>
        <span className={classes.space} />
        {mayWrite ? (
          <>
            <Button busy={verify.isPending} onClick={() => verify.mutate()}>
              {words.verify}
            </Button>
            <Button kind="danger" aria-label={`${words.remove}: ${domain}`} onClick={onRemove}>
              {words.remove}
            </Button>
          </>
        ) : null}
      </header>
      {isVerified ? null : (
        <>
          <p className={classes.muted}>{words.record(record.type)}</p>
          <CopyField text={record.name} what={words.recordName} />
          <CopyField text={record.value} what={words.recordValue} />
        </>
      )}
    </section>
  )
}

function AddDomain({
  organisationId,
  onClose,
}: {
  readonly organisationId: string
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const words = m.domains
  const [domain, setDomain] = useState('')
  return (
    <FormDialog
      title={words.add}
      about={words.addHint}
      action={words.addAction}
      dirty={domain !== ''}
      onSave={() => addSsoDomain(organisationId, domain)}
      onClose={onClose}
    >
      <Field label={words.domain} name="domain">
        <Input
          required
          autoComplete="off"
          placeholder="duka.example"
          maxLength={253}
          value={domain}
          onValueChange={(text) => setDomain(text.trim())}
        />
      </Field>
    </FormDialog>
  )
}
