// One function: its code, versions, log, invocations, figures and settings.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ProjectFunction } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { functionQuery } from '#api/services/functions.ts'
import { useMessages } from '#i18n/language.tsx'
import { buttonClass } from '#ui/buttons/button.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { Tabs } from '#ui/page/tabs.tsx'
import { FunctionCode } from './function-code.tsx'
import { FunctionFigures } from './function-figures.tsx'
import { FunctionInvocations } from './function-invocations.tsx'
import { Access, Version } from './function-list.tsx'
import { FunctionLogs } from './function-logs.tsx'
import { FunctionSettings } from './function-settings.tsx'
import { FunctionVersions } from './function-versions.tsx'
import classes from './functions.module.css'
import { type FunctionPageProps, type FunctionTab, TABS } from './functions-search.ts'
import { messages } from './messages.ts'
import { Triggers } from './triggers/triggers.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/functions')

/** FunctionPage shows one function. */
export function FunctionPage({ projectId, functionId }: FunctionPageProps) {
  const m = useMessages(messages)
  const { data: fn, isPending, error, refetch } = useQuery(functionQuery(projectId, functionId))
  const back = (
    <Link
      to="/projects/$projectId/functions"
      params={{ projectId }}
      search={{}}
      className={buttonClass('secondary')}
    >
      <ArrowLeft aria-hidden />
      {m.all}
    </Link>
  )
  return (
    <>
      <PageHeader title={fn?.name ?? m.one} actions={back} />
      {isPending ? <Skeleton lines={8} /> : null}
      {error !== null && fn === undefined ? <ErrorState error={error} onRetry={refetch} /> : null}
      {fn === undefined ? null : <Parts projectId={projectId} fn={fn} />}
    </>
  )
}

function Parts({ projectId, fn }: { readonly projectId: string; readonly fn: ProjectFunction }) {
  const m = useMessages(messages)
  const { tab = 'code' } = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay(projectId)('functions:write')
  const contents = {
    code: <FunctionCode projectId={projectId} fn={fn} mayWrite={mayWrite} />,
    triggers: <Triggers projectId={projectId} fn={fn} mayWrite={mayWrite} />,
    versions: <FunctionVersions projectId={projectId} fn={fn} mayWrite={mayWrite} />,
    logs: <FunctionLogs projectId={projectId} functionId={fn.id} />,
    invocations: <FunctionInvocations projectId={projectId} functionId={fn.id} />,
    figures: <FunctionFigures projectId={projectId} functionId={fn.id} />,
    settings: <FunctionSettings projectId={projectId} fn={fn} mayWrite={mayWrite} />,
  } satisfies Record<FunctionTab, unknown>
  const open = (next: string) =>
    navigate({ search: { function: fn.id, tab: TABS.find((one) => one === next) } })
  return (
    <>
      <div className={classes.summary}>
        <Version version={fn.version} />
        <Access access={fn.access} />
        <div className={classes.address}>
          <CopyField text={fn.url} what={m.address} />
        </div>
      </div>
      <Tabs
        label={fn.name}
        value={tab}
        onChange={open}
        tabs={TABS.map((value) => ({ value, title: m.tabs[value], content: contents[value] }))}
      />
    </>
  )
}
