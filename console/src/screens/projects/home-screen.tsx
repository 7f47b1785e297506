// A project's overview: what it uses today, and how to connect to it.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { projectQuery, usageQuery } from '#api/projects.ts'
import { useLanguage } from '#i18n/language.tsx'
import { buttonClass } from '#ui/button.tsx'
import { CopyButton, CopyField } from '#ui/copy-button.tsx'
import { Card, PageHeader } from '#ui/page-header.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { Tabs } from '#ui/tabs.tsx'
import classes from './projects.module.css'
import { SNIPPETS } from './snippets.ts'

const route = getRouteApi('/signed-in/projects/$projectId/')

/** HomeScreen is the first screen of a project. */
export function HomeScreen() {
  const { m } = useLanguage()
  const { projectId } = route.useParams()
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  return (
    <>
      <PageHeader title={project.name} />
      <h2 className={classes.heading}>
        {m.projects.home.today} <small>{m.projects.home.todayHint}</small>
      </h2>
      <Figures projectId={projectId} />
      <h2 className={classes.heading}>{m.projects.home.connect}</h2>
      <Connect projectId={projectId} />
    </>
  )
}

function Figures({ projectId }: { readonly projectId: string }) {
  const { m, format } = useLanguage()
  const { home } = m.projects
  const usage = useQuery(usageQuery(projectId, 1))
  if (usage.isPending) return <Skeleton lines={2} />
  if (usage.isError) return <ErrorState error={usage.error} onRetry={usage.refetch} />
  const day = usage.data.at(0)
  const figures = [
    [home.requests, format.number(day?.requests ?? 0)],
    [home.egress, format.bytes(day?.egress_bytes ?? 0)],
    [home.users, format.number(day?.active_users ?? 0)],
    [home.database, format.bytes(day?.database_bytes ?? 0)],
  ]
  return (
    <dl className={classes.figures}>
      {figures.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Connect({ projectId }: { readonly projectId: string }) {
  const { m } = useLanguage()
  const { home } = m.projects
  const { language = 'curl' } = route.useSearch()
  const navigate = route.useNavigate()
  const tabs = SNIPPETS.map(({ value, title, code }) => {
    const text = code(location.origin, projectId)
    return { value, title, content: <Code key={value} title={title} text={text} /> }
  })
  return (
    <Card label={home.connect}>
      <div className={classes.connect}>
        <p className={classes.muted}>{home.connectHint}</p>
        <dl className={classes.values}>
          <dt>{home.address}</dt>
          <dd>
            <CopyField text={`${location.origin}/api/v1`} what={home.address} />
          </dd>
          <dt>{home.projectId}</dt>
          <dd>
            <CopyField text={projectId} what={home.projectId} />
          </dd>
          <dt>{home.publishable}</dt>
          <dd className={classes.key}>
            <span className={classes.muted}>{home.publishableHint}</span>
            <Link to="/projects/$projectId/api-keys" params={{ projectId }} className={buttonClass()}>
              {home.createKey}
            </Link>
          </dd>
        </dl>
        <Tabs
          label={home.language}
          tabs={tabs}
          value={SNIPPETS.some(({ value }) => value === language) ? language : 'curl'}
          onChange={(language) => navigate({ search: { language }, replace: true, resetScroll: false })}
        />
      </div>
    </Card>
  )
}

function Code({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section className={classes.code} aria-label={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard. */}
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={text} what={title} />
    </section>
  )
}
