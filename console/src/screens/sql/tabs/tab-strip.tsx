// The tabs of the screen: open one, add one, close one.
import { Plus, X } from 'lucide-react'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/sql/messages.ts'
import classes from '#screens/sql/sql.module.css'
import { Button } from '#ui/buttons/button.tsx'
import { MOST_TABS, type SqlTab, titleOf } from './tabs.ts'

/** TabStrip lists the tabs, the one that is shown marked. */
export function TabStrip({
  tabs,
  active,
  onOpen,
  onAdd,
  onClose,
}: {
  readonly tabs: readonly SqlTab[]
  readonly active: string
  readonly onOpen: (id: string) => void
  readonly onAdd: () => void
  readonly onClose: (tab: SqlTab) => void
}) {
  const m = useMessages(messages)
  return (
    <nav className={classes.tabs} aria-label={m.tabs}>
      <ul>
        {tabs.map((tab) => {
          const title = titleOf(tab, m.newTab)
          return (
            <li key={tab.id} data-active={tab.id === active || undefined}>
              <button
                type="button"
                className={classes.tab}
                aria-current={tab.id === active ? 'page' : undefined}
                onClick={() => onOpen(tab.id)}
              >
                {title}
              </button>
              {tabs.length === 1 ? null : (
                <button
                  type="button"
                  className={classes.closeTab}
                  aria-label={`${m.closeTab}: ${title}`}
                  onClick={() => onClose(tab)}
                >
                  <X aria-hidden />
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <Button
        kind="quiet"
        size="icon"
        aria-label={m.addTab}
        disabled={tabs.length >= MOST_TABS}
        onClick={onAdd}
      >
        <Plus aria-hidden />
      </Button>
    </nav>
  )
}
