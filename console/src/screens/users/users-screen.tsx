// End users of a project: found by search, opened, deactivated and deleted.
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#api/schemas.ts'
import { usersQuery } from '#api/users.ts'
import { useLanguage } from '#i18n/language.tsx'
import { buttonClass } from '#ui/button.tsx'
import { SearchInput } from '#ui/input.tsx'
import { Card, PageHeader, Toolbar } from '#ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { ChangeUser, type UserAct } from './change-user.tsx'
import { UserDrawer } from './user-drawer.tsx'
import { UserList } from './user-list.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/users')

/** UsersScreen lists the end users of a project. */
export function UsersScreen() {
  const { m, plural } = useLanguage()
  const { projectId } = route.useParams()
  const { search = '', user } = route.useSearch()
  const navigate = route.useNavigate()
  const users = useInfiniteQuery(usersQuery(projectId, search))
  const [act, setAct] = useState<UserAct>()
  const open = (user: string | undefined) => navigate({ search: (now) => ({ ...now, user }) })
  const rows: readonly User[] | undefined = users.data?.pages.flatMap((page) => page.users)
  const none = rows?.length === 0
  const done = () => {
    if (act?.name === 'delete') open(undefined)
    setAct(undefined)
  }
  return (
    <>
      <PageHeader title={m.users.title} about={m.users.about} />
      {none && search === '' ? null : (
        <Toolbar>
          <SearchInput
            label={m.users.search}
            value={search}
            onChange={(text) =>
              navigate({ search: (now) => ({ ...now, search: text || undefined }), replace: true })
            }
          />
          {rows === undefined ? null : <span>{m.users.shown(rows.length, plural)}</span>}
        </Toolbar>
      )}
      {users.isPending ? <Skeleton /> : null}
      {users.isError ? <ErrorState error={users.error} onRetry={users.refetch} /> : null}
      {none ? <NoUsers search={search} projectId={projectId} /> : null}
      {rows !== undefined && !none ? (
        <UserList
          projectId={projectId}
          users={rows}
          onOpen={open}
          onAct={setAct}
          onMore={users.hasNextPage ? () => users.fetchNextPage() : undefined}
          loadingMore={users.isFetchingNextPage}
        />
      ) : null}
      {user !== undefined && act === undefined ? (
        <UserDrawer projectId={projectId} userId={user} onAct={setAct} onClose={() => open(undefined)} />
      ) : null}
      {act === undefined ? null : (
        <ChangeUser projectId={projectId} act={act} onDone={done} onClose={() => setAct(undefined)} />
      )}
    </>
  )
}

function NoUsers({ search, projectId }: { readonly search: string; readonly projectId: string }) {
  const { m } = useLanguage()
  if (search !== '')
    return (
      <Card>
        <EmptyState title={m.common.states.nothing} />
      </Card>
    )
  return (
    <Card>
      <EmptyState
        icon={<UsersRound aria-hidden />}
        title={m.users.emptyTitle}
        hint={m.users.emptyHint}
        action={
          <Link to="/projects/$projectId" params={{ projectId }} className={buttonClass('primary')}>
            {m.users.connect}
          </Link>
        }
      />
    </Card>
  )
}
