// Functions of a project: all of them, or the one that the address names.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, SquareFunction } from 'lucide-react'
import { functionsQuery } from '#api/functions.ts'
import { useMay } from '#api/permissions.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { SearchInput } from '#ui/input.tsx'
import { Card, PageHeader, Toolbar } from '#ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { CreateFunction } from './create-function.tsx'
import { FunctionList } from './function-list.tsx'
import { FunctionPage } from './function-page.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/functions')

/** FunctionsScreen lists the functions of a project, or shows one. */
export function FunctionsScreen() {
  const { projectId } = route.useParams()
  const { function: functionId } = route.useSearch()
  if (functionId === undefined) return <AllFunctions />
  return <FunctionPage key={functionId} projectId={projectId} functionId={functionId} />
}

function AllFunctions() {
  const { m, plural } = useLanguage()
  const { projectId } = route.useParams()
  const { search = '', create } = route.useSearch()
  const navigate = route.useNavigate()
  const functions = useQuery(functionsQuery(projectId))
  const mayWrite = useMay(projectId)('functions:write')
  const open = (id: string) => navigate({ search: { function: id } })
  const openForm = (create: true | undefined) => navigate({ search: (now) => ({ ...now, create }) })
  // The API answers all functions of a project at once.
  const wanted = search.toLowerCase()
  const rows = functions.data?.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(wanted))
  const none = functions.data?.length === 0
  const button = mayWrite ? (
    <Button kind="primary" onClick={() => openForm(true)}>
      <Plus aria-hidden />
      {m.functions.create}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title={m.functions.title} about={m.functions.about} actions={none ? undefined : button} />
      {functions.isPending ? <Skeleton /> : null}
      {functions.isError ? <ErrorState error={functions.error} onRetry={functions.refetch} /> : null}
      {none ? (
        <Card>
          <EmptyState
            icon={<SquareFunction aria-hidden />}
            title={m.functions.emptyTitle}
            hint={m.functions.emptyHint}
            action={button}
          />
        </Card>
      ) : null}
      {rows === undefined || none ? null : (
        <>
          <Toolbar>
            <SearchInput
              label={m.functions.search}
              value={search}
              onChange={(search) => navigate({ search: { search: search || undefined }, replace: true })}
            />
            <span>{m.functions.shown(rows.length, plural)}</span>
          </Toolbar>
          {rows.length === 0 ? (
            <Card>
              <EmptyState title={m.common.states.nothing} />
            </Card>
          ) : (
            <FunctionList functions={rows} onOpen={open} />
          )}
        </>
      )}
      {create && mayWrite ? (
        <CreateFunction projectId={projectId} onMade={open} onClose={() => openForm(undefined)} />
      ) : null}
    </>
  )
}
