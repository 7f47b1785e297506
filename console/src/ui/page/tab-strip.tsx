// What is open on a screen: open one, add one, close one.
import { Plus, X } from 'lucide-react'
import { Button } from '#ui/buttons/button.tsx'
import classes from './tab-strip.module.css'

/** StripTab is one of them. */
export interface StripTab {
  readonly id: string
  readonly title: string
}

/** TabStripProps are the tabs and the one that is shown. Without `add` none is added here; one that stands alone cannot be closed. */
export interface TabStripProps {
  readonly label: string
  readonly tabs: readonly StripTab[]
  readonly active: string | undefined
  /** close is the name of what closes a tab; its title follows. */
  readonly close: string
  readonly onOpen: (id: string) => void
  readonly onClose: (id: string) => void
  readonly add?: { readonly label: string; readonly disabled: boolean; readonly onAdd: () => void }
}

/** TabStrip lists the tabs, the one that is shown marked. */
export function TabStrip({ label, tabs, active, close, onOpen, onClose, add }: TabStripProps) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      <ul>
        {tabs.map(({ id, title }) => (
          <li key={id} data-active={id === active || undefined}>
            <button
              type="button"
              className={classes.tab}
              aria-current={id === active ? 'page' : undefined}
              onClick={() => onOpen(id)}
            >
              {title}
            </button>
            {tabs.length === 1 ? null : (
              <button
                type="button"
                className={classes.close}
                aria-label={`${close}: ${title}`}
                onClick={() => onClose(id)}
              >
                <X aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
      {add === undefined ? null : (
        <Button kind="quiet" size="icon" aria-label={add.label} disabled={add.disabled} onClick={add.onAdd}>
          <Plus aria-hidden />
        </Button>
      )}
    </nav>
  )
}
