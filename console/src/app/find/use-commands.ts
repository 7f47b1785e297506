// What the palette can do: go to a screen, a project, a table, a user or a saved query, begin something new, and change how the
// console looks.
import { useRouter } from '@tanstack/react-router'
import { useDestinations } from '#app/navigation/destinations.ts'
import { useProjectId } from '#app/navigation/sidebar-entries.tsx'
import { useMessages } from '#i18n/language.tsx'
import type { Commands } from './commands.ts'
import { messages } from './messages.ts'
import { useActions } from './use-actions.ts'
import { useFoundInProject } from './use-found-in-project.ts'
import { useFoundProjects } from './use-found-projects.ts'

/** useCommands returns what `text` is a part of. */
export function useCommands(text: string, onSheet: () => void): Commands {
  const m = useMessages(messages)
  const { navigate } = useRouter()
  const projectId = useProjectId()
  const { projects, isComplete } = useFoundProjects(text)
  const found = useFoundInProject(projectId, text)
  const actions = useActions(projectId, onSheet)
  const go = useDestinations()
  const wanted = text.trim().toLowerCase()
  const matches = ({ label }: { readonly label: string }) => label.toLowerCase().includes(wanted)
  const commands = [
    ...go.filter(matches),
    ...found.commands,
    ...projects.map(({ id, name }) => ({
      value: id,
      label: name,
      kind: m.project,
      run: () => void navigate({ to: '/projects/$projectId', params: { projectId: id } }),
    })),
    // There are many: they are shown to whoever looks for one.
    ...(wanted === '' ? [] : actions.filter(matches)),
  ]
  return { commands, isComplete: isComplete && found.isComplete }
}
