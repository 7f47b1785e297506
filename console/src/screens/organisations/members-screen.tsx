// The members of an organisation and its open invitations.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { membersQuery } from '#api/organisations/organisations.ts'
import { useMayIn } from '#api/organisations/permissions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { PageHeader, Toolbar } from '#ui/page/page-header.tsx'
import { Sections } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { AddMember } from './add-member.tsx'
import { type Invited, NewInvitation } from './invitation-link.tsx'
import { Invitations } from './invitations.tsx'
import { MemberActDialog } from './member-acts.tsx'
import { type MemberAct, MemberList } from './member-list.tsx'
import { messages } from './messages.ts'

const route = getRouteApi('/signed-in/organisations/$organisationId/')

/** MembersScreen lists members; who may change them also sees invitations. */
export function MembersScreen() {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  const words = m.members
  const { organisationId } = route.useParams()
  const { search = '', create } = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMayIn(organisationId)('members:write')
  const members = useQuery(membersQuery(organisationId))
  const [invited, setInvited] = useState<Invited>()
  const [act, setAct] = useState<MemberAct>()
  const openForm = (create: true | undefined) => navigate({ search: (now) => ({ ...now, create }) })
  const wanted = search.trim().toLowerCase()
  const rows = members.data?.filter(({ full_name, email }) =>
    `${full_name}\n${email}`.toLowerCase().includes(wanted),
  )
  const button = mayWrite ? (
    <Button kind="primary" onClick={() => openForm(true)}>
      <UserPlus aria-hidden />
      {words.add}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title={words.title} about={words.about} actions={button} />
      <Sections>
        <div>
          <Toolbar>
            <SearchInput
              label={words.search}
              value={search}
              onChange={(text) =>
                navigate({ search: (now) => ({ ...now, search: text || undefined }), replace: true })
              }
            />
            {rows === undefined ? null : <span>{words.shown(rows.length, plural)}</span>}
          </Toolbar>
          {members.isPending ? <Skeleton /> : null}
          {members.isError ? <ErrorState error={members.error} onRetry={members.refetch} /> : null}
          {rows === undefined ? null : (
            <MemberList organisationId={organisationId} members={rows} onAct={setAct} />
          )}
        </div>
        {mayWrite ? <Invitations organisationId={organisationId} onInvited={setInvited} /> : null}
      </Sections>
      {create && mayWrite ? (
        <AddMember
          organisationId={organisationId}
          onInvited={setInvited}
          onClose={() => openForm(undefined)}
        />
      ) : null}
      {invited === undefined ? null : (
        <NewInvitation invited={invited} onClose={() => setInvited(undefined)} />
      )}
      {act === undefined ? null : (
        <MemberActDialog organisationId={organisationId} act={act} onClose={() => setAct(undefined)} />
      )}
    </>
  )
}
