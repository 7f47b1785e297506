// API keys of a project: made and rotated with the key shown once, and revoked.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { KeyRound, Plus, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey, NewApiKey } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { apiKeysQuery } from '#api/project/api-keys.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { ShownOnce } from '#ui/overlays/shown-once.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Card, PageHeader } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { CreateKey } from './create-key.tsx'
import { messages } from './messages.ts'
import { RevokeKey } from './revoke-key.tsx'
import { RotateKey } from './rotate-key.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/api-keys')

interface Act {
  readonly name: 'rotate' | 'revoke'
  readonly key: ApiKey
}

/** ApiKeysScreen lists the keys of a project. */
export function ApiKeysScreen() {
  const m = useMessages(messages)
  const { projectId } = route.useParams()
  const { create } = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay(projectId)('api_keys:write')
  const keys = useQuery(apiKeysQuery(projectId))
  const [made, setMade] = useState<NewApiKey>()
  const [act, setAct] = useState<Act>()
  const openForm = (create: true | undefined) => navigate({ search: { create } })
  const show = (key: NewApiKey) => {
    setAct(undefined)
    setMade(key)
    if (create) openForm(undefined)
  }
  const button = mayWrite ? (
    <Button kind="primary" onClick={() => openForm(true)}>
      <Plus aria-hidden />
      {m.create}
    </Button>
  ) : undefined
  const none = keys.data?.length === 0
  return (
    <>
      <PageHeader title={m.title} about={m.about} actions={none ? undefined : button} />
      {keys.isPending ? <Skeleton /> : null}
      {keys.isError ? <ErrorState error={keys.error} onRetry={keys.refetch} /> : null}
      {none ? (
        <Card>
          <EmptyState
            icon={<KeyRound aria-hidden />}
            title={m.emptyTitle}
            hint={m.emptyHint}
            action={button}
          />
        </Card>
      ) : null}
      {keys.data !== undefined && !none ? <KeyList keys={keys.data} onAct={setAct} /> : null}
      {create && mayWrite ? (
        <CreateKey projectId={projectId} onMade={show} onClose={() => openForm(undefined)} />
      ) : null}
      {made === undefined ? null : (
        <ShownOnce words={m} text={made.key} what={made.name} onClose={() => setMade(undefined)} />
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
  const m = useMessages(messages)
  const { common, format } = useLanguage()
  const moment = (iso: string | null) =>
    iso === null ? common.never : <time title={`${format.time(iso)} (${iso})`}>{format.ago(iso)}</time>
  const columns: Column<ApiKey>[] = [
    { title: m.columns.name, cell: ({ name }) => name },
    { title: m.columns.key, cell: ({ prefix }) => <code>{prefix}…</code> },
    {
      title: m.columns.kind,
      cell: ({ kind }) => <Badge tone={kind === 'secret' ? 'warning' : 'accent'}>{m.kinds[kind]}</Badge>,
    },
    { title: m.columns.lastUsed, cell: ({ last_used_at }) => moment(last_used_at) },
    { title: m.columns.expires, cell: ({ expires_at }) => moment(expires_at) },
    {
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: (key) => (
        <Menu label={`${common.actions.menu}: ${key.name}`}>
          <MenuItem icon={<RotateCw aria-hidden />} onSelect={() => onAct({ name: 'rotate', key })}>
            {m.rotate}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => onAct({ name: 'revoke', key })}>
            {m.revoke}
          </MenuItem>
        </Menu>
      ),
    },
  ]
  return (
    <Card>
      <Table label={m.title} columns={columns} rows={keys} rowKey={({ id }) => id} />
    </Card>
  )
}
