// One secret with its versions. A value is shown on demand, and forgotten when the drawer closes.
import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import type { Secret, SecretVersion } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { revealSecret, secretVersionsQuery } from '#api/project/secrets.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './environment.module.css'
import { messages } from './messages.ts'

/** SecretDrawer shows a secret at the side of the list. */
export function SecretDrawer({
  projectId,
  secret,
  onClose,
}: {
  readonly projectId: string
  readonly secret: Secret
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const words = m.secrets
  const mayReveal = useMay(projectId)('secrets:reveal')
  const versions = useQuery(secretVersionsQuery(projectId, secret.id))
  return (
    <Drawer open title={secret.key} onClose={onClose} {...(mayReveal && { about: words.revealHint })}>
      <Details
        items={[
          { title: words.description, value: secret.description ?? '—' },
          { title: words.changed, value: <Moment iso={secret.updated_at} /> },
        ]}
      />
      <section className={classes.changes} aria-label={words.versions}>
        <p className={classes.note}>{words.versionsAbout}</p>
        {versions.isPending ? <Skeleton /> : null}
        {versions.isError ? <ErrorState error={versions.error} onRetry={versions.refetch} /> : null}
        {versions.data?.map((version) => (
          <Version
            key={version.version}
            projectId={projectId}
            secret={secret}
            version={version}
            mayReveal={mayReveal}
          />
        ))}
      </section>
    </Drawer>
  )
}

function Version({
  projectId,
  secret,
  version: { version, created_by, created_at },
  mayReveal,
}: {
  readonly projectId: string
  readonly secret: Secret
  readonly version: SecretVersion
  readonly mayReveal: boolean
}) {
  const m = useMessages(messages)
  const words = m.secrets
  const [value, setValue] = useState<string>()
  const reveal = useAct(words.reveal, {
    mutationFn: () => revealSecret(projectId, secret.id, version),
    onSuccess: setValue,
    // Not kept in the cache of mutations once the drawer is closed.
    gcTime: 0,
  })
  const name = `${words.version} ${version}`
  const toggle = () => {
    if (value === undefined) return reveal.mutate()
    setValue(undefined)
    reveal.reset()
  }
  return (
    <article className={classes.change} aria-label={name}>
      <header>
        <span>
          {name} {version === secret.version ? <Badge tone="success">{words.current}</Badge> : null}
        </span>
        {mayReveal ? (
          <Button busy={reveal.isPending} onClick={toggle}>
            {value === undefined ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
            {value === undefined ? words.reveal : words.hide}
          </Button>
        ) : null}
      </header>
      <p className={classes.note}>
        {created_by.startsWith('dashboard:') ? words.dashboard : words.apiKey}, <Moment iso={created_at} />
      </p>
      {value === undefined ? null : <CopyField text={value} what={name} />}
    </article>
  )
}
