// Personal access tokens.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { tokensQuery } from '#api/access-tokens.ts'
import type { AccessToken, NewAccessToken } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { Moment } from '#ui/moment.tsx'
import { Section } from '#ui/section.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { CreateToken } from './create-token.tsx'
import { RevokeToken, RotateToken } from './token-acts.tsx'

interface Act {
  readonly name: 'rotate' | 'revoke'
  readonly token: AccessToken
}

/** Tokens lists the tokens of the account. */
export function Tokens() {
  const { m } = useLanguage()
  const { tokens: words } = m.account
  const client = useQueryClient()
  const tokens = useQuery(tokensQuery)
  const [creates, setCreates] = useState(false)
  const [act, setAct] = useState<Act>()
  const [made, setMade] = useState<NewAccessToken>()
  if (tokens.isPending) return <Skeleton />
  if (tokens.isError) return <ErrorState error={tokens.error} onRetry={tokens.refetch} />
  const close = () => {
    setCreates(false)
    setAct(undefined)
  }
  const done = async (token?: NewAccessToken) => {
    close()
    setMade(token)
    await client.invalidateQueries({ queryKey: tokensQuery.queryKey })
  }
  const button = (
    <Button kind="primary" onClick={() => setCreates(true)}>
      {words.create}
    </Button>
  )
  const none = tokens.data.length === 0
  return (
    <Section title={m.account.tabs.tokens} about={words.about} action={none ? undefined : button}>
      {none ? (
        <EmptyState title={words.none} hint={words.noneHint} action={button} />
      ) : (
        <TokenList tokens={tokens.data} onAct={setAct} />
      )}
      {creates ? <CreateToken onMade={done} onClose={close} /> : null}
      {act?.name === 'rotate' ? <RotateToken token={act.token} onMade={done} onClose={close} /> : null}
      {act?.name === 'revoke' ? <RevokeToken token={act.token} onDone={done} onClose={close} /> : null}
      {made === undefined ? null : <NewToken made={made} onClose={() => setMade(undefined)} />}
    </Section>
  )
}

function TokenList({
  tokens,
  onAct,
}: {
  readonly tokens: readonly AccessToken[]
  readonly onAct: (act: Act) => void
}) {
  const { m } = useLanguage()
  const { tokens: words } = m.account
  const isNarrow = ({ organisation_ids, project_ids }: AccessToken) =>
    organisation_ids.length + project_ids.length > 0
  const columns: Column<AccessToken>[] = [
    { title: words.name, cell: ({ name }) => name },
    { title: words.token, cell: ({ prefix }) => <code>{prefix}…</code> },
    {
      title: words.allows,
      cell: (token) => (
        <>
          <Badge tone={token.permissions.includes('*') ? 'warning' : 'accent'}>
            {token.permissions.includes('*') ? words.accesses.all : words.some(token.permissions.length)}
          </Badge>{' '}
          {isNarrow(token) ? <Badge>{words.narrow}</Badge> : null}
        </>
      ),
    },
    { title: words.lastUsed, cell: ({ last_used_at }) => <Moment iso={last_used_at} relative /> },
    { title: words.expires, cell: ({ expires_at }) => <Moment iso={expires_at} relative /> },
    {
      title: m.common.actions.menu,
      hidden: true,
      end: true,
      cell: (token) => (
        <Menu label={`${m.common.actions.menu}: ${token.name}`}>
          <MenuItem icon={<RotateCw aria-hidden />} onSelect={() => onAct({ name: 'rotate', token })}>
            {words.rotate}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => onAct({ name: 'revoke', token })}>
            {words.revoke}
          </MenuItem>
        </Menu>
      ),
    },
  ]
  return <Table label={m.account.tabs.tokens} columns={columns} rows={tokens} rowKey={({ id }) => id} />
}

function NewToken({ made, onClose }: { readonly made: NewAccessToken; readonly onClose: () => void }) {
  const { m } = useLanguage()
  const { tokens: words } = m.account
  const footer = (
    <Button kind="primary" onClick={onClose}>
      {m.common.actions.done}
    </Button>
  )
  return (
    <Dialog open title={words.shownOnce} about={words.shownOnceHint} onClose={onClose} footer={footer}>
      <CopyField text={made.token} what={made.name} />
    </Dialog>
  )
}
