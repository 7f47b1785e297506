// The invitations that nobody has accepted: given a new link, or withdrawn.

import { useQuery } from '@tanstack/react-query'
import { Link2, MailX } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import type { Invitation } from '#api/client/schemas.ts'
import {
  addMember,
  invitationsQuery,
  refreshOrganisations,
  withdrawInvitation,
} from '#api/organisations/organisations.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { CopyText } from '#ui/buttons/copy-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Section } from '#ui/page/section.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import type { Invited } from './invitation-link.tsx'
import { messages } from './messages.ts'
import classes from './organisations.module.css'
import { useRoles } from './use-roles.ts'

/** Invitations lists the open invitations, and nothing where there are none. */
export function Invitations({
  organisationId,
  onInvited,
}: {
  readonly organisationId: string
  readonly onInvited: (invited: Invited) => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const words = m.invitations
  const invitations = useQuery(invitationsQuery(organisationId))
  const { nameOf, reaches } = useRoles(organisationId)
  const [leaving, setLeaving] = useState<Invitation>()
  const renew = useAct(({ email }) => `${words.renew}: ${email}`, {
    mutationFn: ({ email, role }: Invitation) => addMember(organisationId, { email, role }),
    onSuccess: async (result) => {
      if (result.status === 'invited')
        onInvited({ email: result.invitation.email, token: result.token, mailed: result.mailed })
      else toast(m.members.added(result.member.full_name))
      await refreshOrganisations()
    },
    gcTime: 0,
  })
  if (invitations.isError)
    return (
      <Section title={words.title}>
        <ErrorState error={invitations.error} onRetry={invitations.refetch} />
      </Section>
    )
  if (invitations.data === undefined || invitations.data.length === 0) return null
  const columns: Column<Invitation>[] = [
    { title: words.columns.email, cell: ({ email }) => <CopyText text={email} what={email} /> },
    { title: words.columns.role, cell: ({ role }) => <span className={classes.role}>{nameOf(role)}</span> },
    { title: words.columns.sent, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
    { title: words.columns.expires, cell: ({ expires_at }) => <Expiry iso={expires_at} /> },
    {
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: (invitation) =>
        reaches(invitation.role) ? (
          <Menu label={`${common.actions.menu}: ${invitation.email}`}>
            <MenuItem icon={<Link2 aria-hidden />} onSelect={() => renew.mutate(invitation)}>
              {words.renew}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<MailX aria-hidden />} danger onSelect={() => setLeaving(invitation)}>
              {words.withdraw}
            </MenuItem>
          </Menu>
        ) : null,
    },
  ]
  return (
    <Section title={words.title} about={words.about}>
      <Table label={words.title} columns={columns} rows={invitations.data} rowKey={({ id }) => id} />
      {leaving === undefined ? null : (
        <Withdraw
          organisationId={organisationId}
          invitation={leaving}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Section>
  )
}

function Expiry({ iso }: { readonly iso: string }) {
  const m = useMessages(messages)
  if (Date.parse(iso) < Date.now()) return <Badge tone="warning">{m.invitations.expired}</Badge>
  return <Moment iso={iso} relative />
}

function Withdraw({
  organisationId,
  invitation: { id, email },
  onClose,
}: {
  readonly organisationId: string
  readonly invitation: Invitation
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const words = m.invitations
  return (
    <ConfirmDialog
      title={words.withdrawTitle(email)}
      about={words.withdrawHint}
      action={words.withdraw}
      done={words.withdrawn(email)}
      onConfirm={() => withdrawInvitation(organisationId, id)}
      onDone={() => {
        onClose()
        return refreshOrganisations()
      }}
      onClose={onClose}
    />
  )
}
