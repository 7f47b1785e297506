// Another project, from any screen. The list is loaded when somebody is about to open it.
import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { projectQuery } from '#api/project/projects.ts'
import { messages } from '#app/messages.ts'
import { useMessages } from '#i18n/language.tsx'
import { deferred, useIntent } from '#ui/overlays/on-intent.ts'
import classes from '#ui/overlays/popup.module.css'

const finder = deferred(() => import('./project-finder.tsx'))

/** ProjectSwitcher finds a project by its name. */
export function ProjectSwitcher({ projectId }: { readonly projectId: string | undefined }) {
  const m = useMessages(messages)
  const { loaded, wanted, ref, before } = useIntent(finder)
  const { data: project } = useQuery({ ...projectQuery(projectId ?? ''), enabled: projectId !== undefined })
  if (loaded !== undefined)
    return <loaded.ProjectFinder project={project} triggerRef={ref} defaultOpen={wanted} />
  return (
    <button
      ref={ref}
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-haspopup="dialog"
      aria-label={m.switchProject}
      className={classes.trigger}
      {...before}
    >
      <span>{project?.name ?? m.noProject}</span>
      <ChevronsUpDown aria-hidden />
    </button>
  )
}
