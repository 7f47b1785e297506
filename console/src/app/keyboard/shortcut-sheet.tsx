// `?`: all keys that do something on this screen.
import { useState } from 'react'
import { useDestinations } from '#app/navigation/destinations.ts'
import { useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { prefer, usePreferences } from '#ui/preferences.ts'
import { type ShortcutGroup, shortcutGroups } from '#ui/shortcuts/shortcuts.ts'
import { messages } from './messages.ts'
import classes from './shortcut-sheet.module.css'

const IS_MAC = navigator.platform.startsWith('Mac')

/** ShortcutSheet lists them, and turns those of one character off. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const m = useMessages(messages)
  const { shortcuts } = usePreferences()
  const destinations = useDestinations()
  const [ofScreen] = useState(shortcutGroups)
  const everywhere = {
    title: m.everywhere,
    shortcuts: [
      { keys: 'Ctrl K', label: m.palette },
      { keys: '?', label: m.sheet },
    ],
  }
  const going = {
    title: m.going,
    shortcuts: destinations.map(({ key, label }) => ({ keys: `g ${key}`, label })),
  }
  return (
    <Dialog open title={m.title} onClose={onClose}>
      <Checkbox
        label={m.single}
        hint={m.singleHint}
        checked={shortcuts === 'on'}
        onChange={(on) => prefer({ shortcuts: on ? 'on' : 'off' })}
      />
      {[...ofScreen, everywhere, going].map((group) => (
        <Group key={group.title} {...group} />
      ))}
    </Dialog>
  )
}

function Group({ title, shortcuts }: ShortcutGroup) {
  return (
    <section className={classes.group}>
      <h3>{title}</h3>
      <dl>
        {shortcuts.map(({ keys, label }) => (
          <div key={keys}>
            <dt>
              {keys.split(', ').map((chord) => (
                <span key={chord}>
                  {chord.split(' ').map((key) => (
                    <kbd key={key}>{IS_MAC && key === 'Ctrl' ? '⌘' : key}</kbd>
                  ))}
                </span>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
