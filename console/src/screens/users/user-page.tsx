// One user: what is known about them, how they come in, and what can be done to them.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, KeyRound, Link2, MailCheck, MailPlus, Trash2, UserCheck, UserX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { User, UserMessage } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { userQuery } from '#api/project/users.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { buttonClass } from '#ui/buttons/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { Tabs } from '#ui/page/tabs.tsx'
import { ChangeUser, type UserAct } from './change-user.tsx'
import { messages } from './messages.ts'
import { SendMail } from './send-mail.tsx'
import { UserAccess } from './user-access.tsx'
import { nameOf } from './user-name.ts'
import { UserProfile } from './user-profile.tsx'
import { UserRoles } from './user-roles.tsx'
import type { UserTab } from './users-search.ts'

const route = getRouteApi('/signed-in/projects/$projectId/users')

/** UserPage shows one user. */
export function UserPage({ projectId, userId }: { readonly projectId: string; readonly userId: string }) {
  const m = useMessages(messages)
  const { data: user, isPending, error, refetch } = useQuery(userQuery(projectId, userId))
  const view = route.useSearch()
  const back = (
    <Link
      to="/projects/$projectId/users"
      params={{ projectId }}
      search={{ ...view, user: undefined, tab: undefined }}
      className={buttonClass()}
    >
      <ArrowLeft aria-hidden />
      {m.all}
    </Link>
  )
  if (user !== undefined) return <Parts projectId={projectId} user={user} back={back} />
  return (
    <>
      <PageHeader title={m.facts} actions={back} />
      {isPending ? <Skeleton lines={8} /> : null}
      {error === null ? null : <ErrorState error={error} onRetry={refetch} />}
    </>
  )
}

type Act = UserAct['name'] | UserMessage['kind']

const MAILS = ['reset_password', 'verify_email', 'magic_link', 'invitation'] as const
const ICONS = {
  reset_password: <KeyRound aria-hidden />,
  verify_email: <MailCheck aria-hidden />,
  magic_link: <Link2 aria-hidden />,
  invitation: <MailPlus aria-hidden />,
}

function Parts({
  projectId,
  user,
  back,
}: {
  readonly projectId: string
  readonly user: User
  readonly back: ReactNode
}) {
  const m = useMessages(messages)
  const { tab = 'profile' } = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay(projectId)('auth:write')
  const [act, setAct] = useState<Act>()
  const props = { projectId, user, mayWrite }
  const mail = MAILS.find((kind) => kind === act)
  const change = act === 'activate' || act === 'deactivate' || act === 'delete' ? act : undefined
  const done = () => {
    setAct(undefined)
    if (act === 'delete')
      navigate({ search: (now) => ({ ...now, user: undefined, tab: undefined }), replace: true })
  }
  const actions = (
    <>
      {back}
      {mayWrite ? <Acts user={user} onAct={setAct} /> : null}
    </>
  )
  return (
    <>
      <PageHeader title={nameOf(user, m)} actions={actions} />
      <Tabs
        label={m.tabs.label}
        value={tab}
        onChange={(tab) => navigate({ search: (now) => ({ ...now, tab: tab as UserTab }), replace: true })}
        tabs={[
          { value: 'profile', title: m.tabs.profile, content: <UserProfile {...props} /> },
          { value: 'access', title: m.tabs.access, content: <UserAccess {...props} /> },
          { value: 'roles', title: m.tabs.roles, content: <UserRoles {...props} /> },
        ]}
      />
      {change === undefined ? null : (
        <ChangeUser
          projectId={projectId}
          act={{ name: change, user }}
          onDone={done}
          onClose={() => setAct(undefined)}
        />
      )}
      {mail === undefined || user.email === null ? null : (
        <SendMail
          projectId={projectId}
          userId={user.id}
          email={user.email}
          kind={mail}
          onClose={() => setAct(undefined)}
        />
      )}
    </>
  )
}

function Acts({ user, onAct }: { readonly user: User; readonly onAct: (act: Act) => void }) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  // The server refuses to mail whom it would not let in.
  const canMail = user.email !== null && user.is_active
  const mails = MAILS.filter((kind) => canMail && !(kind === 'verify_email' && user.email_verified))
  return (
    <Menu label={`${common.actions.menu}: ${nameOf(user, m)}`}>
      {mails.map((kind) => (
        <MenuItem key={kind} icon={ICONS[kind]} onSelect={() => onAct(kind)}>
          {m.mail[kind].action}
        </MenuItem>
      ))}
      {mails.length === 0 ? null : <MenuSeparator />}
      {user.is_active ? (
        <MenuItem icon={<UserX aria-hidden />} onSelect={() => onAct('deactivate')}>
          {m.deactivate}
        </MenuItem>
      ) : (
        <MenuItem icon={<UserCheck aria-hidden />} onSelect={() => onAct('activate')}>
          {m.activate}
        </MenuItem>
      )}
      <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => onAct('delete')}>
        {m.delete}
      </MenuItem>
    </Menu>
  )
}
