// End users of a project: found by search, created, invited, and opened.
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { MailPlus, Plus, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMay } from '#api/organisations/permissions.ts'
import { usersQuery } from '#api/project/users.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button, buttonClass } from '#ui/buttons/button.tsx'
import { Card, PageHeader } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { ChangeUser, type UserAct } from './change-user.tsx'
import { CreateUser } from './create-user.tsx'
import { InviteUser } from './invite-user.tsx'
import { messages } from './messages.ts'
import { UserFilters } from './user-filters.tsx'
import { UserList } from './user-list.tsx'
import { UserPage } from './user-page.tsx'
import { filterOf, type UsersSearch } from './users-search.ts'

const route = getRouteApi('/signed-in/projects/$projectId/users')

/** UsersScreen lists the end users of a project, or shows one. */
export function UsersScreen() {
  const { projectId } = route.useParams()
  const { user } = route.useSearch()
  return user === undefined ? (
    <Users projectId={projectId} />
  ) : (
    <UserPage key={user} projectId={projectId} userId={user} />
  )
}

function Users({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const view = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay(projectId)('auth:write')
  const filter = filterOf(view, Date.now())
  const users = useInfiniteQuery(usersQuery(projectId, view.search ?? '', filter))
  const [act, setAct] = useState<UserAct>()
  const change = (change: UsersSearch) =>
    navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  const openForm = (form: UsersSearch['form']) => navigate({ search: (now) => ({ ...now, form }) })
  const open = (user: string) => navigate({ search: (now) => ({ ...now, form: undefined, user }) })
  const rows = users.data?.pages.flatMap((page) => page.users)
  const { order: _, ...narrowed } = filter
  const isNarrowed = view.search !== undefined || Object.keys(narrowed).length > 0
  const none = rows?.length === 0
  const actions = mayWrite ? (
    <>
      <Button onClick={() => openForm('invite')}>
        <MailPlus aria-hidden />
        {m.invite}
      </Button>
      <Button kind={none ? 'secondary' : 'primary'} onClick={() => openForm('create')}>
        <Plus aria-hidden />
        {m.create}
      </Button>
    </>
  ) : undefined
  return (
    <>
      <PageHeader title={m.title} about={m.about} actions={actions} />
      {none && !isNarrowed ? null : (
        <UserFilters
          projectId={projectId}
          view={view}
          shown={rows?.length}
          total={users.data?.pages.at(0)?.total ?? 0}
          onChange={change}
        />
      )}
      {users.isPending ? <Skeleton /> : null}
      {users.isError ? <ErrorState error={users.error} onRetry={users.refetch} /> : null}
      {none ? <NoUsers isNarrowed={isNarrowed} projectId={projectId} /> : null}
      {rows !== undefined && !none ? (
        <UserList
          users={rows}
          mayWrite={mayWrite}
          sort={view.sort ?? '-created_at'}
          onSort={(sort) => change({ sort })}
          onOpen={open}
          onAct={setAct}
          onMore={users.hasNextPage ? () => users.fetchNextPage() : undefined}
          loadingMore={users.isFetchingNextPage}
        />
      ) : null}
      {view.form === 'create' && mayWrite ? (
        <CreateUser projectId={projectId} onMade={open} onClose={() => openForm(undefined)} />
      ) : null}
      {view.form === 'invite' && mayWrite ? (
        <InviteUser projectId={projectId} onMade={open} onClose={() => openForm(undefined)} />
      ) : null}
      {act === undefined ? null : (
        <ChangeUser
          projectId={projectId}
          act={act}
          onDone={() => setAct(undefined)}
          onClose={() => setAct(undefined)}
        />
      )}
    </>
  )
}

function NoUsers({ isNarrowed, projectId }: { readonly isNarrowed: boolean; readonly projectId: string }) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const empty = (
    <EmptyState
      icon={<UsersRound aria-hidden />}
      title={m.emptyTitle}
      hint={m.emptyHint}
      action={
        <Link to="/projects/$projectId" params={{ projectId }} className={buttonClass('primary')}>
          {m.connect}
        </Link>
      }
    />
  )
  const shown: ReactNode = isNarrowed ? <EmptyState title={common.states.nothing} /> : empty
  return <Card>{shown}</Card>
}
