// The secrets of a project, masked: created, given a new value, opened and deleted.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { LockKeyhole, Pencil, Plus, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Secret } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { secretsQuery } from '#api/project/secrets.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card, Toolbar } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './environment.module.css'
import { matches } from './environment-search.ts'
import { messages } from './messages.ts'
import { SecretDrawer } from './secret-drawer.tsx'
import { CreateSecret, type SecretAct, SecretForm } from './secret-forms.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/environment')

/** Secrets lists the secrets; the one that is open is in the address. */
export function Secrets() {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  const words = m.secrets
  const { projectId } = route.useParams()
  const { search = '', form, secret: openId } = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay(projectId)('secrets:write')
  const secrets = useQuery(secretsQuery(projectId))
  const [act, setAct] = useState<SecretAct>()
  const openForm = (form: 'create' | undefined) => navigate({ search: (now) => ({ ...now, form }) })
  const open = (secret: string | undefined) => navigate({ search: (now) => ({ ...now, secret }) })
  const rows = secrets.data?.filter(({ key, description }) => matches(search, key, description))
  const opened = secrets.data?.find(({ id }) => id === openId)
  const button = (
    <Button kind="primary" onClick={() => openForm('create')}>
      <Plus aria-hidden />
      {words.create}
    </Button>
  )
  const none = secrets.data?.length === 0
  return (
    <>
      <p className={classes.about}>{words.about}</p>
      {none ? null : (
        <Toolbar>
          <SearchInput
            label={words.search}
            value={search}
            onChange={(text) =>
              navigate({ search: (now) => ({ ...now, search: text || undefined }), replace: true })
            }
          />
          {rows === undefined ? null : <span>{words.shown(rows.length, plural)}</span>}
          {mayWrite ? button : null}
        </Toolbar>
      )}
      {secrets.isPending ? <Skeleton /> : null}
      {secrets.isError ? <ErrorState error={secrets.error} onRetry={secrets.refetch} /> : null}
      {none ? (
        <Card>
          <EmptyState
            icon={<LockKeyhole aria-hidden />}
            title={words.emptyTitle}
            {...(mayWrite && { hint: words.emptyHint, action: button })}
          />
        </Card>
      ) : null}
      {rows !== undefined && !none ? (
        <SecretList secrets={rows} onOpen={open} onAct={mayWrite ? setAct : undefined} />
      ) : null}
      {form === 'create' && mayWrite ? (
        <CreateSecret projectId={projectId} onClose={() => openForm(undefined)} />
      ) : null}
      {opened === undefined ? null : (
        <SecretDrawer projectId={projectId} secret={opened} onClose={() => open(undefined)} />
      )}
      {act === undefined ? null : (
        <SecretForm projectId={projectId} act={act} onClose={() => setAct(undefined)} />
      )}
    </>
  )
}

function SecretList({
  secrets,
  onOpen,
  onAct,
}: {
  readonly secrets: readonly Secret[]
  readonly onOpen: (id: string) => void
  readonly onAct: ((act: SecretAct) => void) | undefined
}) {
  const m = useMessages(messages)
  const { common, format } = useLanguage()
  const words = m.secrets
  const columns: Column<Secret>[] = [
    {
      title: words.key,
      cell: ({ id, key }) => (
        <LinkButton onClick={() => onOpen(id)}>
          <code>{key}</code>
        </LinkButton>
      ),
    },
    { title: words.value, cell: ({ value }) => <code className={classes.masked}>{value}</code> },
    { title: words.description, cell: ({ description }) => description ?? '—' },
    { title: words.version, end: true, cell: ({ version }) => format.number(version) },
    { title: words.changed, cell: ({ updated_at }) => <Moment iso={updated_at} relative /> },
  ]
  if (onAct !== undefined)
    columns.push({
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: (secret) => (
        <Menu label={`${common.actions.menu}: ${secret.key}`}>
          <MenuItem icon={<RotateCw aria-hidden />} onSelect={() => onAct({ name: 'rotate', secret })}>
            {words.rotate}
          </MenuItem>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAct({ name: 'describe', secret })}>
            {words.edit}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => onAct({ name: 'delete', secret })}>
            {words.delete}
          </MenuItem>
        </Menu>
      ),
    })
  return (
    <Card>
      {secrets.length === 0 ? (
        <EmptyState title={common.states.nothing} />
      ) : (
        <Table label={m.tabs.secrets} columns={columns} rows={secrets} rowKey={({ id }) => id} />
      )}
    </Card>
  )
}
