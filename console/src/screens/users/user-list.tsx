// The table of users, with the state of each and what can be done to it.
import { Trash2, UserCheck, UserX } from 'lucide-react'
import { useMay } from '#api/permissions.ts'
import type { User } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { Moment } from '#ui/moment.tsx'
import { Card } from '#ui/page-header.tsx'
import { type Column, Table } from '#ui/table.tsx'
import type { UserAct } from './change-user.tsx'
import { nameOf } from './user-name.ts'

/** UserListProps are the users that are shown; acts are offered to those alone who may change users. */
export interface UserListProps {
  readonly projectId: string
  readonly users: readonly User[]
  readonly onOpen: (userId: string) => void
  readonly onAct: (act: UserAct) => void
  readonly onMore: (() => void) | undefined
  readonly loadingMore: boolean
}

/** UserList is a page of users and those before it. */
export function UserList({ projectId, users, onOpen, onAct, onMore, loadingMore }: UserListProps) {
  const { m } = useLanguage()
  const may = useMay(projectId)
  const columns: Column<User>[] = [
    {
      title: m.users.columns.user,
      cell: (user) => <LinkButton onClick={() => onOpen(user.id)}>{nameOf(user, m)}</LinkButton>,
    },
    { title: m.users.fields.name, cell: ({ full_name }) => full_name ?? m.users.unnamed },
    { title: m.users.columns.state, cell: (user) => <UserState user={user} /> },
    {
      title: m.users.columns.created,
      cell: ({ created_at }) => <Moment iso={created_at} relative />,
    },
  ]
  if (may('auth:write'))
    columns.push({
      title: m.common.actions.menu,
      hidden: true,
      end: true,
      cell: (user) => (
        <Menu label={`${m.common.actions.menu}: ${nameOf(user, m)}`}>
          {user.is_active ? (
            <MenuItem icon={<UserX aria-hidden />} onSelect={() => onAct({ name: 'deactivate', user })}>
              {m.users.deactivate}
            </MenuItem>
          ) : (
            <MenuItem icon={<UserCheck aria-hidden />} onSelect={() => onAct({ name: 'activate', user })}>
              {m.users.activate}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => onAct({ name: 'delete', user })}>
            {m.users.delete}
          </MenuItem>
        </Menu>
      ),
    })
  return (
    <Card>
      <Table
        label={m.users.title}
        columns={columns}
        rows={users}
        rowKey={({ id }) => id}
        onMore={onMore}
        loadingMore={loadingMore}
      />
    </Card>
  )
}

/** UserState is whether a user can sign in. */
export function UserState({ user }: { readonly user: User }) {
  const { m } = useLanguage()
  if (!user.is_active) return <Badge tone="danger">{m.users.states.inactive}</Badge>
  if (user.is_anonymous) return <Badge>{m.users.states.anonymous}</Badge>
  return <Badge tone="success">{m.users.states.active}</Badge>
}
