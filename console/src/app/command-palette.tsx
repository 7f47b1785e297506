// Ctrl K: any screen and any project by typing a part of its name.
import { Autocomplete } from '@base-ui/react/autocomplete'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMatch, useRouter } from '@tanstack/react-router'
import { setupQuery } from '#api/accounts.ts'
import { useMay } from '#api/permissions.ts'
import { projectsQuery } from '#api/projects.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Dialog } from '#ui/dialog.tsx'
import classes from '#ui/popup.module.css'
import { entriesOf } from './navigation.ts'

interface Command {
  readonly value: string
  readonly label: string
  readonly run: () => void
}

const MOST_SHOWN = 50

/** CommandPalette goes where the chosen command leads, and closes. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const { m } = useLanguage()
  const commands = useCommands()
  const choose = (command: Command) => {
    onClose()
    command.run()
  }
  return (
    <Dialog open title={m.shell.palette} onClose={onClose}>
      <Autocomplete.Root inline open items={commands} limit={MOST_SHOWN} autoHighlight="always" keepHighlight>
        <Autocomplete.Input
          className={classes.search}
          placeholder={m.shell.paletteHint}
          aria-label={m.shell.paletteHint}
        />
        <Autocomplete.Empty className={classes.empty}>{m.common.states.nothing}</Autocomplete.Empty>
        <Autocomplete.List>
          {(command: Command) => (
            <Autocomplete.Item
              key={command.value}
              value={command}
              className={classes.item}
              onClick={() => choose(command)}
            >
              {command.label}
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Dialog>
  )
}

function useCommands(): readonly Command[] {
  const { m } = useLanguage()
  const router = useRouter()
  const { data: setup } = useSuspenseQuery(setupQuery)
  const { data: projects = [] } = useQuery(projectsQuery)
  const projectId = useMatch({ from: '/signed-in/projects/$projectId', shouldThrow: false })?.params.projectId
  const may = useMay(projectId)
  const screens = projectId === undefined ? [] : entriesOf(setup.modules, may)
  return [
    ...screens.map(({ to, title }) => ({
      value: to,
      label: title(m),
      run: () => router.navigate({ to, params: { projectId: projectId as string } }),
    })),
    { value: '/', label: m.shell.allProjects, run: () => router.navigate({ to: '/' }) },
    {
      value: '/organisations',
      label: m.organisations.title,
      run: () => router.navigate({ to: '/organisations' }),
    },
    ...projects.map(({ id, name }) => ({
      value: id,
      label: name,
      run: () => router.navigate({ to: '/projects/$projectId', params: { projectId: id } }),
    })),
  ]
}
