// The triggers of a function: all of them, or the one that the address names with its deliveries.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, Zap } from 'lucide-react'
import type { ProjectFunction } from '#api/client/schemas.ts'
import { triggersQuery } from '#api/services/function-triggers.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { Section, Sections } from '#ui/page/section.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import { TriggerList } from './trigger-list.tsx'

const TriggerForm = whenShown(async () => (await import('./trigger-form.tsx')).TriggerForm)
const TriggerDetails = whenShown(
  async () => (await import('./trigger-details.tsx')).TriggerDetails,
  <Skeleton lines={5} />,
)

const route = getRouteApi('/signed-in/projects/$projectId/functions')

/** Triggers lists what calls a function, or shows one trigger. */
export function Triggers({
  projectId,
  fn,
  mayWrite,
}: {
  readonly projectId: string
  readonly fn: ProjectFunction
  readonly mayWrite: boolean
}) {
  const m = useMessages(messages)
  const { trigger: triggerId, create } = route.useSearch()
  const navigate = route.useNavigate()
  // The API answers all triggers of a function at once: a project has at most 50.
  const triggers = useQuery(triggersQuery(projectId, fn.id))
  const open = (trigger: string | undefined) =>
    navigate({ search: { function: fn.id, tab: 'triggers', trigger } })
  const openForm = (create: true | undefined) => navigate({ search: (now) => ({ ...now, create }) })
  if (triggers.isPending) return <Skeleton lines={5} />
  if (triggers.isError) return <ErrorState error={triggers.error} onRetry={triggers.refetch} />
  if (triggerId !== undefined)
    return (
      <TriggerDetails
        projectId={projectId}
        functionId={fn.id}
        trigger={triggers.data.find(({ id }) => id === triggerId)}
        mayWrite={mayWrite}
        onBack={() => open(undefined)}
      />
    )
  const button = mayWrite ? (
    <Button kind="primary" onClick={() => openForm(true)}>
      <Plus aria-hidden />
      {m.create}
    </Button>
  ) : undefined
  const none = triggers.data.length === 0
  return (
    <Sections>
      <Section
        title={m.title}
        about={fn.version === null ? m.deployFirst : m.about}
        action={none ? undefined : button}
      >
        {none ? (
          <EmptyState icon={<Zap aria-hidden />} title={m.emptyTitle} hint={m.emptyHint} action={button} />
        ) : (
          <TriggerList triggers={triggers.data} onOpen={open} />
        )}
      </Section>
      {create && mayWrite ? (
        <TriggerForm projectId={projectId} functionId={fn.id} onClose={() => openForm(undefined)} />
      ) : null}
    </Sections>
  )
}
