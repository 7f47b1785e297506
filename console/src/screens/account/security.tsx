// Second factors: authenticators, passkeys and recovery codes.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { factorsQuery, passkeysQuery, recoveryCodesQuery, refreshSecurity } from '#api/account/account.ts'
import { canUsePasskeys } from '#api/account/passkeys.ts'
import type { Factor, Passkey } from '#api/client/schemas.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Note, Section, Sections } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type Change, SecurityChange } from './security-change.tsx'

/** Security lists what guards the account, and adds and removes it. */
export function Security() {
  const factors = useQuery(factorsQuery)
  const passkeys = useQuery(passkeysQuery)
  const [change, setChange] = useState<Change>()
  const [codes, setCodes] = useState<readonly string[]>()
  const failed = [factors, passkeys].find(({ isError }) => isError)
  if (failed?.error) return <ErrorState error={failed.error} onRetry={failed.refetch} />
  if (factors.data === undefined || passkeys.data === undefined) return <Skeleton lines={6} />
  const guarded = passkeys.data.length > 0 || factors.data.some(({ status }) => status === 'active')
  const done = async (codes: readonly string[] | null | undefined) => {
    setChange(undefined)
    setCodes(codes ?? undefined)
    await refreshSecurity()
  }
  return (
    <Sections>
      <Authenticators factors={factors.data} onChange={setChange} />
      <Passkeys passkeys={passkeys.data} onChange={setChange} />
      {guarded ? <CodesLeft onChange={setChange} /> : null}
      {change === undefined ? null : (
        <SecurityChange change={change} onDone={done} onClose={() => setChange(undefined)} />
      )}
      {codes === undefined ? null : <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Sections>
  )
}

type OnChange = (change: Change) => void

function Authenticators({
  factors,
  onChange,
}: {
  readonly factors: readonly Factor[]
  readonly onChange: OnChange
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { factors: words } = m
  const nameOf = ({ name }: Factor) => name ?? words.unnamed
  const columns: Column<Factor>[] = [
    { title: words.name, cell: nameOf },
    {
      title: words.state,
      cell: ({ status }) => (
        <Badge tone={status === 'active' ? 'success' : 'neutral'}>{words.states[status]}</Badge>
      ),
    },
    { title: words.added, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
    {
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: (factor) => (
        <Button
          kind="quiet"
          aria-label={`${words.remove}: ${nameOf(factor)}`}
          onClick={() => onChange({ act: 'remove-authenticator', id: factor.id, name: nameOf(factor) })}
        >
          {words.remove}
        </Button>
      ),
    },
  ]
  const button = <Button onClick={() => onChange({ act: 'add-authenticator' })}>{words.add}</Button>
  return (
    <Section title={words.title} about={words.about} action={button}>
      {factors.length === 0 ? (
        <Note>{words.none}</Note>
      ) : (
        <Table label={words.title} columns={columns} rows={factors} rowKey={({ id }) => id} />
      )}
    </Section>
  )
}

function Passkeys({
  passkeys,
  onChange,
}: {
  readonly passkeys: readonly Passkey[]
  readonly onChange: OnChange
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { passkeys: words } = m
  const columns: Column<Passkey>[] = [
    { title: words.name, cell: ({ name }) => name },
    { title: words.synced, cell: ({ synced }) => (synced ? words.yes : words.no) },
    { title: words.lastUsed, cell: ({ last_used_at }) => <Moment iso={last_used_at} relative /> },
    {
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: ({ id, name }) => (
        <Button
          kind="quiet"
          aria-label={`${words.remove}: ${name}`}
          onClick={() => onChange({ act: 'remove-passkey', id, name })}
        >
          {words.remove}
        </Button>
      ),
    },
  ]
  const button = canUsePasskeys() ? (
    <Button onClick={() => onChange({ act: 'add-passkey' })}>{words.add}</Button>
  ) : undefined
  return (
    <Section title={words.title} about={words.about} action={button}>
      {passkeys.length === 0 ? (
        <Note>{canUsePasskeys() ? words.none : words.unavailable}</Note>
      ) : (
        <Table label={words.title} columns={columns} rows={passkeys} rowKey={({ id }) => id} />
      )}
    </Section>
  )
}

function CodesLeft({ onChange }: { readonly onChange: OnChange }) {
  const m = useMessages(messages)
  const { data } = useQuery(recoveryCodesQuery)
  const { codes: words } = m
  const button = <Button onClick={() => onChange({ act: 'renew-codes' })}>{words.renew}</Button>
  return (
    <Section title={words.title} about={words.about} action={button}>
      <Note>{data === undefined ? '…' : words.left(data.left)}</Note>
    </Section>
  )
}
