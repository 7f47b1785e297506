// The table of users, with the state of each and what can be done to it.
import { Trash2, UserCheck, UserX } from 'lucide-react'
import type { User } from '#api/client/schemas.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card } from '#ui/page/page-header.tsx'
import type { UserAct } from './change-user.tsx'
import { messages } from './messages.ts'
import { nameOf } from './user-name.ts'

/** UserListProps are the users that are shown; acts are offered to those alone who may change users. */
export interface UserListProps {
  readonly users: readonly User[]
  readonly mayWrite: boolean
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly onOpen: (userId: string) => void
  readonly onAct: (act: UserAct) => void
  readonly onMore: (() => void) | undefined
  readonly loadingMore: boolean
}

/** UserList is a page of users and those before it. */
export function UserList({ mayWrite, onOpen, onAct, users, ...table }: UserListProps) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const columns: Column<User>[] = [
    {
      title: m.columns.user,
      sort: 'email',
      cell: (user) => <LinkButton onClick={() => onOpen(user.id)}>{nameOf(user, m)}</LinkButton>,
    },
    {
      title: m.fields.name,
      sort: 'full_name',
      cell: ({ full_name }) => full_name ?? m.unnamed,
    },
    { title: m.columns.state, cell: (user) => <UserState user={user} /> },
    {
      title: m.columns.created,
      sort: 'created_at',
      cell: ({ created_at }) => <Moment iso={created_at} relative />,
    },
  ]
  if (mayWrite)
    columns.push({
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: (user) => (
        <Menu label={`${common.actions.menu}: ${nameOf(user, m)}`}>
          {user.is_active ? (
            <MenuItem icon={<UserX aria-hidden />} onSelect={() => onAct({ name: 'deactivate', user })}>
              {m.deactivate}
            </MenuItem>
          ) : (
            <MenuItem icon={<UserCheck aria-hidden />} onSelect={() => onAct({ name: 'activate', user })}>
              {m.activate}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => onAct({ name: 'delete', user })}>
            {m.delete}
          </MenuItem>
        </Menu>
      ),
    })
  return (
    <Card>
      <Table label={m.title} columns={columns} rows={users} rowKey={({ id }) => id} {...table} />
    </Card>
  )
}

/** UserState is whether a user can sign in. */
export function UserState({ user }: { readonly user: User }) {
  const m = useMessages(messages)
  if (!user.is_active) return <Badge tone="danger">{m.states.inactive}</Badge>
  if (user.is_anonymous) return <Badge>{m.states.anonymous}</Badge>
  return <Badge tone="success">{m.states.active}</Badge>
}
