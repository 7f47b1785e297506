// The table of members, with what the viewer may do to each.

import { useQuery } from '@tanstack/react-query'
import { Crown, DoorOpen, ShieldCheck, UserMinus, UserRoundCog } from 'lucide-react'
import { meQuery } from '#api/account/accounts.ts'
import type { Member } from '#api/client/schemas.ts'
import { organisationQuery } from '#api/organisations/organisations.ts'
import { useMayIn } from '#api/organisations/permissions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { CopyText } from '#ui/buttons/copy-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import classes from './organisations.module.css'
import { useRoles } from './use-roles.ts'

/** MemberAct is what is to happen to a member. */
export interface MemberAct {
  readonly name: 'change' | 'own' | 'remove' | 'leave' | 'transfer'
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
  const m = useMessages(messages)
  const { common } = useLanguage()
  const words = m.members
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
    { title: words.columns.email, cell: ({ email }) => <CopyText text={email} what={email} /> },
    { title: words.columns.role, cell: ({ role }) => <span className={classes.role}>{nameOf(role)}</span> },
    { title: words.columns.joined, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
    {
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: (member) => <MemberMenu organisationId={organisationId} member={member} onAct={onAct} />,
    },
  ]
  return (
    <Card>
      {members.length === 0 ? (
        <EmptyState title={common.states.nothing} />
      ) : (
        <Table label={words.title} columns={columns} rows={members} rowKey={({ account_id }) => account_id} />
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
  const m = useMessages(messages)
  const { common } = useLanguage()
  const words = m.members
  const { data: me } = useQuery(meQuery)
  const { data: organisation } = useQuery(organisationQuery(organisationId))
  const may = useMayIn(organisationId)
  const { reaches } = useRoles(organisationId)
  const own = member.account_id === me?.id
  const mayChange = may('members:write') && reaches(member.role)
  const mayTransfer = !own && organisation?.role === 'owner' && !organisation.is_personal
  if (organisation === undefined || (own ? organisation.is_personal : !mayChange)) return null
  return (
    <Menu label={`${common.actions.menu}: ${member.full_name}`}>
      {mayChange ? (
        <MenuItem icon={<UserRoundCog aria-hidden />} onSelect={() => onAct({ name: 'change', member })}>
          {words.change}
        </MenuItem>
      ) : null}
      {mayChange && may('rbac:write') ? (
        <MenuItem icon={<ShieldCheck aria-hidden />} onSelect={() => onAct({ name: 'own', member })}>
          {words.own}
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
