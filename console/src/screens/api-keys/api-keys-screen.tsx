// API keys of a project: made and rotated with the key shown once, and revoked.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { KeyRound, Plus, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { apiKeysQuery } from '#api/api-keys.ts'
import type { ApiKey, NewApiKey } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { Card, PageHeader } from '#ui/page-header.tsx'
import { ShownOnce } from '#ui/shown-once.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { CreateKey } from './create-key.tsx'
import { RevokeKey } from './revoke-key.tsx'
import { RotateKey } from './rotate-key.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/api-keys')

interface Act {
  readonly name: 'rotate' | 'revoke'
  readonly key: ApiKey
}

/** ApiKeysScreen lists the keys of a project. */
export function ApiKeysScreen() {
  const { m } = useLanguage()
  const { projectId } = route.useParams()
  const { create } = route.useSearch()
  const navigate = route.useNavigate()
  const keys = useQuery(apiKeysQuery(projectId))
  const [made, setMade] = useState<NewApiKey>()
  const [act, setAct] = useState<Act>()
  const openForm = (create: true | undefined) => navigate({ search: { create } })
  const show = (key: NewApiKey) => {
    setAct(undefined)
    setMade(key)
    if (create) openForm(undefined)
  }
  const button = (
    <Button kind="primary" onClick={() => openForm(true)}>
      <Plus aria-hidden />
      {m.apiKeys.create}
    </Button>
  )
  const none = keys.data?.length === 0
  return (
    <>
      <PageHeader title={m.apiKeys.title} about={m.apiKeys.about} actions={none ? undefined : button} />
      {keys.isPending ? <Skeleton /> : null}
      {keys.isError ? <ErrorState error={keys.error} onRetry={keys.refetch} /> : null}
      {none ? (
        <Card>
          <EmptyState
            icon={<KeyRound aria-hidden />}
            title={m.apiKeys.emptyTitle}
            hint={m.apiKeys.emptyHint}
            action={button}
          />
        </Card>
      ) : null}
      {keys.data !== undefined && !none ? <KeyList keys={keys.data} onAct={setAct} /> : null}
      {create ? <CreateKey projectId={projectId} onMade={show} onClose={() => openForm(undefined)} /> : null}
      {made === undefined ? null : (
        <ShownOnce words={m.apiKeys} text={made.key} what={made.name} onClose={() => setMade(undefined)} />
      )}
      {act?.name === 'rotate' ? (
        <RotateKey projectId={projectId} apiKey={act.key} onMade={show} onClose={() => setAct(undefined)} />
      ) : null}
      {act?.name === 'revoke' ? (
        <RevokeKey projectId={projectId} apiKey={act.key} onClose={() => setAct(undefined)} />
      ) : null}
    </>
  )
}

function KeyList({ keys, onAct }: { readonly keys: readonly ApiKey[]; readonly onAct: (act: Act) => void }) {
  const { m, format } = useLanguage()
  const moment = (iso: string | null) =>
    iso === null ? m.common.never : <time title={`${format.time(iso)} (${iso})`}>{format.ago(iso)}</time>
  const columns: Column<ApiKey>[] = [
    { title: m.apiKeys.columns.name, cell: ({ name }) => name },
    { title: m.apiKeys.columns.key, cell: ({ prefix }) => <code>{prefix}…</code> },
    {
      title: m.apiKeys.columns.kind,
      cell: ({ kind }) => (
        <Badge tone={kind === 'secret' ? 'warning' : 'accent'}>{m.apiKeys.kinds[kind]}</Badge>
      ),
    },
    { title: m.apiKeys.columns.lastUsed, cell: ({ last_used_at }) => moment(last_used_at) },
    { title: m.apiKeys.columns.expires, cell: ({ expires_at }) => moment(expires_at) },
    {
      title: m.common.actions.menu,
      hidden: true,
      end: true,
      cell: (key) => (
        <Menu label={`${m.common.actions.menu}: ${key.name}`}>
          <MenuItem icon={<RotateCw aria-hidden />} onSelect={() => onAct({ name: 'rotate', key })}>
            {m.apiKeys.rotate}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => onAct({ name: 'revoke', key })}>
            {m.apiKeys.revoke}
          </MenuItem>
        </Menu>
      ),
    },
  ]
  return (
    <Card>
      <Table label={m.apiKeys.title} columns={columns} rows={keys} rowKey={({ id }) => id} />
    </Card>
  )
}
