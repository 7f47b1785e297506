// Ctrl K: any screen and any project by typing a part of its name.
import { Autocomplete } from '@base-ui/react/autocomplete'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMatch, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { setupQuery } from '#api/account/accounts.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { messages } from '#app/messages.ts'
import { entriesOf } from '#app/navigation/navigation.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { titles } from '#i18n/titles.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import classes from '#ui/overlays/popup.module.css'
import { useFoundProjects } from './use-found-projects.ts'

interface Command {
  readonly value: string
  readonly label: string
  readonly run: () => void
}

/** CommandPaletteProps are what was typed before the palette was there, and how it closes. */
export interface CommandPaletteProps {
  readonly typed: { readonly current: string }
  readonly onClose: () => void
}

/** CommandPalette goes where the chosen command leads, and closes. */
export function CommandPalette({ typed, onClose }: CommandPaletteProps) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(typed.current)
  const { commands, isComplete } = useCommands(text)
  // Enter chooses the first where none is highlighted yet, and waits for what the server finds.
  const [isHighlighted, setIsHighlighted] = useState(false)
  const [isEntered, setIsEntered] = useState(false)
  const choose = (command: Command) => {
    onClose()
    command.run()
  }
  const chosen = isEntered ? commands[0] : undefined
  const chooseLate = useEffectEvent(choose)
  useEffect(() => {
    if (chosen !== undefined) chooseLate(chosen)
  }, [chosen])
  return (
    <Dialog open title={m.palette} focus={field} onClose={onClose}>
      <Autocomplete.Root
        inline
        open
        items={commands}
        filter={null}
        value={text}
        onValueChange={(text) => {
          setText(text)
          setIsEntered(false)
        }}
        onItemHighlighted={(command) => setIsHighlighted(command !== undefined)}
        autoHighlight="always"
        keepHighlight
      >
        <Autocomplete.Input
          ref={field}
          className={classes.search}
          placeholder={m.paletteHint}
          aria-label={m.paletteHint}
          onKeyDown={({ key }) => key === 'Enter' && !isHighlighted && setIsEntered(true)}
        />
        <Autocomplete.Empty className={classes.empty}>
          {isComplete ? common.states.nothing : common.states.loading}
        </Autocomplete.Empty>
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

function useCommands(text: string): { readonly commands: readonly Command[]; readonly isComplete: boolean } {
  const m = useMessages(messages)
  const titleOf = useMessages(titles)
  const router = useRouter()
  const { data: setup } = useSuspenseQuery(setupQuery)
  const { projects, isComplete } = useFoundProjects(text)
  const projectId = useMatch({ from: '/signed-in/projects/$projectId', shouldThrow: false })?.params.projectId
  const may = useMay(projectId)
  const entries = projectId === undefined ? [] : entriesOf(setup.modules, may)
  const screens = [
    ...entries.map(({ to, title }) => ({
      value: to,
      label: titleOf[title],
      run: () => router.navigate({ to, params: { projectId: projectId as string } }),
    })),
    { value: '/', label: m.allProjects, run: () => router.navigate({ to: '/' }) },
    {
      value: '/organisations',
      label: titleOf.organisations,
      run: () => router.navigate({ to: '/organisations' }),
    },
  ]
  const wanted = text.trim().toLowerCase()
  const commands = [
    ...screens.filter(({ label }) => label.toLowerCase().includes(wanted)),
    ...projects.map(({ id, name }) => ({
      value: id,
      label: name,
      run: () => router.navigate({ to: '/projects/$projectId', params: { projectId: id } }),
    })),
  ]
  return { commands, isComplete }
}
