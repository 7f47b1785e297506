// Personal access tokens.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { tokensQuery } from '#api/account/access-tokens.ts'
import type { AccessToken, NewAccessToken } from '#api/client/schemas.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Section } from '#ui/page/section.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { CreateToken } from './create-token.tsx'
import { messages } from './messages.ts'
import { RevokeToken, RotateToken } from './token-acts.tsx'

interface Act {
  readonly name: 'rotate' | 'revoke'
  readonly token: AccessToken
}

/** Tokens lists the tokens of the account. */
export function Tokens() {
  const m = useMessages(messages)
  const { tokens: words } = m
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
    <Section title={m.tabs.tokens} about={words.about} action={none ? undefined : button}>
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
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { tokens: words } = m
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
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: (token) => (
        <Menu label={`${common.actions.menu}: ${token.name}`}>
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
  return <Table label={m.tabs.tokens} columns={columns} rows={tokens} rowKey={({ id }) => id} />
}

function NewToken({ made, onClose }: { readonly made: NewAccessToken; readonly onClose: () => void }) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { tokens: words } = m
  const footer = (
    <Button kind="primary" onClick={onClose}>
      {common.actions.done}
    </Button>
  )
  return (
    <Dialog open title={words.shownOnce} about={words.shownOnceHint} onClose={onClose} footer={footer}>
      <CopyField text={made.token} what={made.name} />
    </Dialog>
  )
}
