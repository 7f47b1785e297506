// The roles of a user.
import { useQuery } from '@tanstack/react-query'
import { useAct } from '#acts/use-act.ts'
import type { ProjectRole } from '#api/client/schemas.ts'
import { rolesQuery } from '#api/data/policies.ts'
import { setUserRoles, userRolesQuery } from '#api/project/user-access.ts'
import { useMessages } from '#i18n/language.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Form } from '#ui/forms/form.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Note, Section } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import { RoleChecks } from './role-checks.tsx'
import type { UserPartProps } from './user-profile.tsx'

/** UserRoles replaces all roles of a user at once. */
export function UserRoles(props: UserPartProps) {
  const m = useMessages(messages)
  const { projectId, user } = props
  const all = useQuery(rolesQuery(projectId))
  const own = useQuery(userRolesQuery(projectId, user.id))
  const error = all.error ?? own.error
  const retry = () => (all.error === null ? own.refetch() : all.refetch())
  const known = all.data !== undefined && own.data !== undefined
  return (
    <Section title={m.roles.title} about={m.roles.about}>
      {error === null && !known ? <Skeleton /> : null}
      {error === null ? null : <ErrorState error={error} onRetry={retry} />}
      {known && all.data.length === 0 ? <Note>{m.roles.none}</Note> : null}
      {known && all.data.length > 0 ? <Roles {...props} own={own.data} /> : null}
    </Section>
  )
}

function Roles({ projectId, user, mayWrite, own }: UserPartProps & { readonly own: readonly ProjectRole[] }) {
  const m = useMessages(messages)
  const { draft, dirty, change, saving } = useDraft(() => ({ ids: own.map(({ id }) => id).toSorted() }))
  const setIds = (ids: readonly string[]) => change({ ids: ids.toSorted() })
  const attempt = useAct(m.roles.title, {
    mutationFn: () => saving(({ ids }) => setUserRoles(projectId, user.id, ids)),
    onSuccess: () => toast(m.saved),
  })
  const checks = <RoleChecks projectId={projectId} value={draft.ids} onChange={setIds} disabled={!mayWrite} />
  return (
    <Form
      onSubmit={attempt.mutate}
      dirty={dirty}
      busy={attempt.isPending}
      action={mayWrite ? m.save : undefined}
    >
      {checks}
    </Form>
  )
}
