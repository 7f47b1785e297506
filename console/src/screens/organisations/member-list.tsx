// The table of members, with what the viewer may do to each.
import { useQuery } from '@tanstack/react-query'
import { Crown, DoorOpen, UserMinus, UserRoundCog } from 'lucide-react'
import { meQuery } from '#api/accounts.ts'
import { organisationQuery } from '#api/organisations.ts'
import { useMayIn } from '#api/permissions.ts'
import type { Member } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { Moment } from '#ui/moment.tsx'
import { Card } from '#ui/page-header.tsx'
import { EmptyState } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import classes from './organisations.module.css'
import { useRoles } from './use-roles.ts'

/** MemberAct is what is to happen to a member. */
export interface MemberAct {
  readonly name: 'change' | 'remove' | 'leave' | 'transfer'
  readonly member: Member
}

/** MemberList is the members that are shown. */
export function MemberList({
  organisationId,
  members,
  onAct,
}: {
  readonly organisationId: string
  readonly members: readonly Member[]
  readonly onAct: (act: MemberAct) => void
}) {
  const { m } = useLanguage()
  const words = m.organisations.members
  const { data: me } = useQuery(meQuery)
  const { nameOf } = useRoles(organisationId)
  const columns: Column<Member>[] = [
    {
      title: words.columns.member,
      cell: ({ account_id, full_name }) => (
        <span className={classes.name}>
          {full_name}
          {account_id === me?.id ? <Badge>{words.you}</Badge> : null}
        </span>
      ),
    },
    { title: words.columns.email, cell: ({ email }) => email },
    { title: words.columns.role, cell: ({ role }) => <span className={classes.role}>{nameOf(role)}</span> },
    { title: words.columns.joined, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
    {
      title: m.common.actions.menu,
      hidden: true,
      end: true,
      cell: (member) => <MemberMenu organisationId={organisationId} member={member} onAct={onAct} />,
    },
  ]
  return (
    <Card>
      {members.length === 0 ? (
        <EmptyState title={m.common.states.nothing} />
      ) : (
        <Table
          label={m.organisations.screens.members}
          columns={columns}
          rows={members}
          rowKey={({ account_id }) => account_id}
        />
      )}
    </Card>
  )
}

function MemberMenu({
  organisationId,
  member,
  onAct,
}: {
  readonly organisationId: string
  readonly member: Member
  readonly onAct: (act: MemberAct) => void
}) {
  const { m } = useLanguage()
  const words = m.organisations.members
  const { data: me } = useQuery(meQuery)
  const { data: organisation } = useQuery(organisationQuery(organisationId))
  const may = useMayIn(organisationId)
  const { reaches } = useRoles(organisationId)
  const own = member.account_id === me?.id
  const mayChange = may('members:write') && reaches(member.role)
  const mayTransfer = !own && organisation?.role === 'owner' && !organisation.is_personal
  if (organisation === undefined || (own ? organisation.is_personal : !mayChange)) return null
  return (
    <Menu label={`${m.common.actions.menu}: ${member.full_name}`}>
      {mayChange ? (
        <MenuItem icon={<UserRoundCog aria-hidden />} onSelect={() => onAct({ name: 'change', member })}>
          {words.change}
        </MenuItem>
      ) : null}
      {mayTransfer ? (
        <MenuItem icon={<Crown aria-hidden />} onSelect={() => onAct({ name: 'transfer', member })}>
          {words.transfer}
        </MenuItem>
      ) : null}
      {mayChange ? <MenuSeparator /> : null}
      <MenuItem
        icon={own ? <DoorOpen aria-hidden /> : <UserMinus aria-hidden />}
        danger
        onSelect={() => onAct({ name: own ? 'leave' : 'remove', member })}
      >
        {own ? words.leave : words.remove}
      </MenuItem>
    </Menu>
  )
}
