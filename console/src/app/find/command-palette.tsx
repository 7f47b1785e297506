// Ctrl K: any screen, project, table or user by typing a part of its name, and what can be done from anywhere.
import { Autocomplete } from '@base-ui/react/autocomplete'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messages as shell } from '#app/messages.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import classes from '#ui/overlays/popup.module.css'
import type { Command } from './commands.ts'
import { messages } from './messages.ts'
import { useCommands } from './use-commands.ts'

/** CommandPaletteProps are what was typed before the palette was there, how it closes, and what shows the shortcuts. */
export interface CommandPaletteProps {
  readonly typed: { readonly current: string }
  readonly onClose: () => void
  readonly onSheet: () => void
}

/** CommandPalette goes where the chosen command leads, and closes. */
export function CommandPalette({ typed, onClose, onSheet }: CommandPaletteProps) {
  const of = useMessages(shell)
  const m = useMessages(messages)
  const { common } = useLanguage()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(typed.current)
  const { commands, isComplete } = useCommands(text, onSheet)
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
    <Dialog open title={of.palette} focus={field} onClose={onClose}>
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
          placeholder={m.hint}
          aria-label={m.hint}
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
              <span className={classes.label}>{command.label}</span>
              {command.kind === undefined ? null : <small className={classes.kind}>{command.kind}</small>}
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Dialog>
  )
}
