// The keys that sign access tokens: their public halves, for services that verify tokens, and rotation.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BASE } from '#api/client/session.ts'
import { rotateSigningKey, signingKeysQuery } from '#api/project/auth.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Section } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './auth.module.css'
import { messages } from './messages.ts'

type Key = Readonly<Record<string, unknown>>

/** SigningKeys lists the keys whose tokens are accepted. */
export function SigningKeys({
  projectId,
  mayRotate,
}: {
  readonly projectId: string
  readonly mayRotate: boolean
}) {
  const m = useMessages(messages)
  const words = m.keys
  const [asks, setAsks] = useState(false)
  const keys = useQuery(signingKeysQuery(projectId))
  const columns: Column<Key>[] = [
    { title: words.id, cell: ({ kid }) => <code>{String(kid)}</code> },
    { title: words.algorithm, cell: ({ alg }) => String(alg) },
  ]
  const button = mayRotate ? <Button onClick={() => setAsks(true)}>{words.rotate}</Button> : undefined
  return (
    <Section title={m.tabs.keys} about={words.about} action={button}>
      <div className={classes.address}>
        <CopyField
          text={`${location.origin}${BASE}/projects/${projectId}/auth/.well-known/jwks.json`}
          what={words.address}
        />
      </div>
      {keys.isPending ? <Skeleton /> : null}
      {keys.isError ? <ErrorState error={keys.error} onRetry={keys.refetch} /> : null}
      {keys.data === undefined ? null : (
        <Table label={m.tabs.keys} columns={columns} rows={keys.data} rowKey={({ kid }) => String(kid)} />
      )}
      {asks ? (
        <ConfirmDialog
          title={words.rotateTitle}
          about={words.rotateHint}
          action={words.rotate}
          done={words.rotated}
          onConfirm={() => rotateSigningKey(projectId)}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </Section>
  )
}
