// The table of keys: what each may do, how long, and when it was last used.
import { Pencil, RotateCw, Trash2 } from 'lucide-react'
import type { ApiKey } from '#api/client/schemas.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card } from '#ui/page/page-header.tsx'
import classes from './api-keys.module.css'
import { areasFor, levelsOf } from './key-scopes.ts'
import { messages } from './messages.ts'

/** Act is what is done to a key. */
export interface Act {
  readonly name: 'change' | 'rotate' | 'revoke'
  readonly key: ApiKey
}

/** KeyList offers acts where there is an `onAct`. */
export function KeyList({
  keys,
  onAct,
}: {
  readonly keys: readonly ApiKey[]
  readonly onAct: ((act: Act) => void) | undefined
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { columns: words } = m
  const columns: Column<ApiKey>[] = [
    { title: words.name, cell: ({ name }) => name },
    { title: words.key, cell: (key) => <Prefix apiKey={key} /> },
    {
      title: words.kind,
      cell: ({ kind }) => <Badge tone={kind === 'secret' ? 'warning' : 'accent'}>{m.kinds[kind]}</Badge>,
    },
    { title: words.allows, cell: ({ scopes }) => <Scopes scopes={scopes} /> },
    { title: words.created, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
    { title: words.lastUsed, cell: ({ last_used_at }) => <Moment iso={last_used_at} relative /> },
    {
      title: words.expires,
      cell: ({ expires_at }) => (
        <>
          {isOver(expires_at) ? <Badge tone="danger">{m.expired}</Badge> : null}{' '}
          <Moment iso={expires_at} relative />
        </>
      ),
    },
  ]
  const acts: Column<ApiKey>[] =
    onAct === undefined
      ? []
      : [
          {
            title: common.actions.menu,
            hidden: true,
            end: true,
            cell: (key) => <Acts apiKey={key} onAct={onAct} />,
          },
        ]
  return (
    <Card>
      <Table label={m.title} columns={[...columns, ...acts]} rows={keys} rowKey={({ id }) => id} />
    </Card>
  )
}

function Acts({ apiKey: key, onAct }: { readonly apiKey: ApiKey; readonly onAct: (act: Act) => void }) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  return (
    <Menu label={`${common.actions.menu}: ${key.name}`}>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAct({ name: 'change', key })}>
        {m.change}
      </MenuItem>
      <MenuItem icon={<RotateCw aria-hidden />} onSelect={() => onAct({ name: 'rotate', key })}>
        {m.rotate}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => onAct({ name: 'revoke', key })}>
        {m.revoke}
      </MenuItem>
    </Menu>
  )
}

function Prefix({ apiKey: { prefix, previous_expires_at } }: { readonly apiKey: ApiKey }) {
  const m = useMessages(messages)
  return (
    <>
      <code>{prefix}…</code>
      {previous_expires_at === null || isOver(previous_expires_at) ? null : (
        <span className={classes.old}>
          {m.oldKeyEnds} <Moment iso={previous_expires_at} relative />
        </span>
      )}
    </>
  )
}

function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  const m = useMessages(messages)
  if (scopes.includes('*')) return <Badge>{m.reaches.everything}</Badge>
  const levels = levelsOf(scopes)
  return (
    <span className={classes.scopes}>
      {areasFor('secret', scopes).flatMap((area) => {
        const level = levels[area]
        return level === undefined
          ? []
          : [<Badge key={area}>{m.scope(m.areas[area], m.levels[level])}</Badge>]
      })}
    </span>
  )
}

function isOver(iso: string | null): boolean {
  return iso !== null && Date.parse(iso) <= Date.now()
}
