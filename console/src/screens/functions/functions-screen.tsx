// Functions of a project: all of them, or the one that the address names.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { SquareFunction } from 'lucide-react'
import { useMay } from '#api/organisations/permissions.ts'
import { functionsQuery } from '#api/services/functions.ts'
import { useMessages } from '#i18n/language.tsx'
import { ListScreen } from '#ui/lists/list-screen.tsx'
import { CreateFunction } from './create-function.tsx'
import { FunctionList } from './function-list.tsx'
import { FunctionPage } from './function-page.tsx'
import { messages } from './messages.ts'

const route = getRouteApi('/signed-in/projects/$projectId/functions')

/** FunctionsScreen lists the functions of a project, or shows one. */
export function FunctionsScreen() {
  const { projectId } = route.useParams()
  const { function: functionId } = route.useSearch()
  if (functionId === undefined) return <AllFunctions />
  return <FunctionPage key={functionId} projectId={projectId} functionId={functionId} />
}

function AllFunctions() {
  const m = useMessages(messages)
  const { projectId } = route.useParams()
  const { search = '', create } = route.useSearch()
  const navigate = route.useNavigate()
  const functions = useQuery(functionsQuery(projectId))
  const mayWrite = useMay(projectId)('functions:write')
  const open = (id: string) => navigate({ search: { function: id } })
  const openForm = (create: true | undefined) => navigate({ search: (now) => ({ ...now, create }) })
  // The API answers all functions of a project at once.
  return (
    <>
      <ListScreen
        words={m}
        icon={<SquareFunction aria-hidden />}
        query={functions}
        textOf={({ name, slug }) => `${name} ${slug}`}
        search={search}
        onSearch={(search) => navigate({ search: { search }, replace: true })}
        onCreate={mayWrite ? () => openForm(true) : undefined}
      >
        {(rows) => <FunctionList functions={rows} onOpen={open} />}
      </ListScreen>
      {create && mayWrite ? (
        <CreateFunction projectId={projectId} onMade={open} onClose={() => openForm(undefined)} />
      ) : null}
    </>
  )
}
