// Another project, from any screen. The list is loaded when somebody is about to open it.
import { useQuery } from '@tanstack/react-query'
import { projectQuery } from '#api/project/projects.ts'
import { messages } from '#app/messages.ts'
import { useMessages } from '#i18n/language.tsx'
import { ChoiceButton } from '#ui/forms/choice-button.tsx'
import { deferred, useIntent } from '#ui/overlays/on-intent.ts'

const finder = deferred(() => import('./project-finder.tsx'))

/** ProjectSwitcher finds a project by its name. */
export function ProjectSwitcher({ projectId }: { readonly projectId: string | undefined }) {
  const m = useMessages(messages)
  const intent = useIntent(finder)
  const { loaded, wanted, ref } = intent
  const { data: project } = useQuery({ ...projectQuery(projectId ?? ''), enabled: projectId !== undefined })
  if (loaded !== undefined)
    return <loaded.ProjectFinder project={project} triggerRef={ref} defaultOpen={wanted} />
  const text = project?.name ?? m.noProject
  return <ChoiceButton intent={intent} opens="dialog" text={text} label={m.switchProject} />
}
