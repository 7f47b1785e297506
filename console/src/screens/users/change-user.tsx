// The question before a user is activated, deactivated or deleted.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { User } from '#api/client/schemas.ts'
import { identitiesQuery, userFactorsQuery, userSessionsQuery } from '#api/project/user-access.ts'
import { deleteUser, setUserActive, userListsKey, usersKey } from '#api/project/users.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { messages } from './messages.ts'
import { nameOf } from './user-name.ts'

/** UserAct is what is to happen to a user. */
export interface UserAct {
  readonly name: 'activate' | 'deactivate' | 'delete'
  readonly user: User
}

/** ChangeUser asks before an act, and does it. */
export function ChangeUser({
  projectId,
  act,
  onDone,
  onClose,
}: {
  readonly projectId: string
  readonly act: UserAct
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const name = nameOf(act.user, m)
  const texts = {
    activate: { title: m.activateTitle, about: m.activateHint, done: m.activated },
    deactivate: { title: m.deactivateTitle, about: m.deactivateHint, done: m.deactivated },
    delete: { title: m.deleteTitle, about: m.deleteHint, done: m.deleted },
  }[act.name]
  return (
    <ConfirmDialog
      title={texts.title(name)}
      about={texts.about}
      action={m[act.name]}
      {...(act.name === 'delete' ? { name } : {})}
      done={texts.done(name)}
      onConfirm={async () => {
        if (act.name === 'delete') await deleteUser(projectId, act.user.id)
        else await setUserActive(projectId, act.user.id, act.name === 'activate')
      }}
      onDone={() => {
        onDone()
        // Who is deleted is not asked for again, though still shown until the drawer has closed.
        const key = act.name === 'delete' ? userListsKey(projectId) : usersKey(projectId)
        return client.invalidateQueries({ queryKey: key })
      }}
      onClose={onClose}
    >
      {act.name === 'activate' ? null : (
        <TakenAlong projectId={projectId} userId={act.user.id} isDeleted={act.name === 'delete'} />
      )}
    </ConfirmDialog>
  )
}

function TakenAlong({
  projectId,
  userId,
  isDeleted,
}: {
  readonly projectId: string
  readonly userId: string
  readonly isDeleted: boolean
}) {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  const { data: sessions } = useQuery(userSessionsQuery(projectId, userId))
  const { data: identities } = useQuery({ ...identitiesQuery(projectId, userId), enabled: isDeleted })
  const { data: factors } = useQuery({ ...userFactorsQuery(projectId, userId), enabled: isDeleted })
  const parts = [
    ...(sessions === undefined ? [] : [m.takes.sessions(sessions.length, plural)]),
    ...(identities === undefined ? [] : [m.takes.identities(identities.length, plural)]),
    ...(factors === undefined ? [] : [m.takes.factors(factors.length, plural)]),
  ]
  return parts.length === 0 ? null : <p role="status">{m.takes.all(parts.join(', '))}</p>
}
