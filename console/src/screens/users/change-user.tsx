// The question before a user is activated, deactivated or deleted.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '#api/schemas.ts'
import { deleteUser, setUserActive, userListsKey, usersKey } from '#api/users.ts'
import { useLanguage } from '#i18n/language.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast, toastError } from '#ui/toast.tsx'
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
  const { m } = useLanguage()
  const client = useQueryClient()
  const name = nameOf(act.user, m)
  const texts = {
    activate: { title: m.users.activateTitle, about: m.users.activateHint, done: m.users.activated },
    deactivate: { title: m.users.deactivateTitle, about: m.users.deactivateHint, done: m.users.deactivated },
    delete: { title: m.users.deleteTitle, about: m.users.deleteHint, done: m.users.deleted },
  }[act.name]
  const attempt = useMutation({
    mutationFn: async () => {
      if (act.name === 'delete') await deleteUser(projectId, act.user.id)
      else await setUserActive(projectId, act.user.id, act.name === 'activate')
    },
    onSuccess: async () => {
      toast(texts.done(name))
      onDone()
      // Who is deleted is not asked for again, though still shown until the drawer has closed.
      const key = act.name === 'delete' ? userListsKey(projectId) : usersKey(projectId)
      await client.invalidateQueries({ queryKey: key })
    },
    onError: toastError,
  })
  return (
    <ConfirmDialog
      title={texts.title(name)}
      about={texts.about}
      action={m.users[act.name]}
      {...(act.name === 'delete' ? { name } : {})}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      onClose={onClose}
    />
  )
}
