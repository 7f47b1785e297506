// One user in full.
import { useQuery } from '@tanstack/react-query'
import { useMay } from '#api/permissions.ts'
import type { User } from '#api/schemas.ts'
import { userQuery } from '#api/users.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-button.tsx'
import { Details } from '#ui/details.tsx'
import { Drawer } from '#ui/dialog.tsx'
import { Moment } from '#ui/moment.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import type { UserAct } from './change-user.tsx'
import { UserState } from './user-list.tsx'
import { nameOf } from './user-name.ts'

/** UserDrawer shows a user at the side of the list. */
export function UserDrawer({
  projectId,
  userId,
  onAct,
  onClose,
}: {
  readonly projectId: string
  readonly userId: string
  readonly onAct: (act: UserAct) => void
  readonly onClose: () => void
}) {
  const { m } = useLanguage()
  const may = useMay(projectId)
  const { data: user, isPending, error, refetch } = useQuery(userQuery(projectId, userId))
  const footer =
    user === undefined || !may('auth:write') ? undefined : (
      <>
        <Button onClick={() => onAct({ name: user.is_active ? 'deactivate' : 'activate', user })}>
          {user.is_active ? m.users.deactivate : m.users.activate}
        </Button>
        <Button kind="danger" onClick={() => onAct({ name: 'delete', user })}>
          {m.users.delete}
        </Button>
      </>
    )
  return (
    <Drawer
      open
      title={user === undefined ? m.users.details : nameOf(user, m)}
      onClose={onClose}
      footer={footer}
    >
      {isPending ? <Skeleton /> : null}
      {error === null ? null : <ErrorState error={error} onRetry={refetch} />}
      {user === undefined ? null : <UserDetails user={user} />}
    </Drawer>
  )
}

function UserDetails({ user }: { readonly user: User }) {
  const { m } = useLanguage()
  const contact = (text: string | null, isVerified: boolean) =>
    text === null ? '—' : `${text} (${isVerified ? m.users.verified : m.users.unverified})`
  return (
    <>
      <CopyField text={user.id} what={m.users.fields.id} />
      <Details
        items={[
          { title: m.users.columns.state, value: <UserState user={user} /> },
          { title: m.users.fields.name, value: user.full_name ?? '—' },
          { title: m.users.fields.email, value: contact(user.email, user.email_verified) },
          { title: m.users.fields.phone, value: contact(user.phone, user.phone_verified) },
          { title: m.users.columns.created, value: <Moment iso={user.created_at} /> },
          { title: m.users.fields.updated, value: <Moment iso={user.updated_at} /> },
          { title: m.users.fields.metadata, value: <pre>{JSON.stringify(user.metadata, null, 2)}</pre> },
        ]}
      />
    </>
  )
}
