// A project's overview: how it is doing, what to do about it, and how to connect to it.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { setupQuery } from '#api/account/accounts.ts'
import { tablesQuery } from '#api/data/tables.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { overviewQuery } from '#api/project/overview.ts'
import { projectQuery } from '#api/project/projects.ts'
import { useMessages } from '#i18n/language.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { Connect } from './connect.tsx'
import { FirstSteps } from './first-steps.tsx'
import { HomeAdvice } from './home-advice.tsx'
import { LastDay, Today } from './home-figures.tsx'
import { messages } from './messages.ts'
import classes from './projects.module.css'
import { useMusicStore } from './use-music-store.ts'

const route = getRouteApi('/signed-in/projects/$projectId/')

/** HomeScreen is the first screen of a project. */
export function HomeScreen() {
  const { projectId } = route.useParams()
  return <Home key={projectId} projectId={projectId} />
}

// Who may not see the schema sees what the project has used today. Before there is a table, a user or a file there is nothing to count.
function Home({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: setup } = useSuspenseQuery(setupQuery)
  const may = useMay(projectId)
  const advised = setup.modules.includes('advisor') && may('schema:read')
  const tables = useQuery({ ...tablesQuery(projectId), enabled: advised && may('schema:write') })
  const overview = useQuery({ ...overviewQuery(projectId), enabled: advised })
  const own = tables.data?.filter(({ read_only }) => !read_only)
  const isNew = own?.length === 0
  const store = useMusicStore(projectId, own ?? [])
  const isEmpty = isNew && overview.data?.counts.users === 0 && overview.data.sizes.storage_bytes === 0
  const counts = advised && !isEmpty && store.now === undefined && !tables.isLoading
  return (
    <>
      <PageHeader title={project.name} />
      {isNew || store.isUnfinished || store.now !== undefined ? (
        <FirstSteps projectId={projectId} store={store} />
      ) : null}
      {counts ? <LastDay projectId={projectId} /> : null}
      {!advised && may('usage:read') ? <Today projectId={projectId} /> : null}
      {counts ? <HomeAdvice projectId={projectId} /> : null}
      <h2 className={classes.heading}>{m.home.connect}</h2>
      <Connect projectId={projectId} />
    </>
  )
}
