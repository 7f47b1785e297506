// The tabs of the screen.
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/sql/messages.ts'
import { TabStrip } from '#ui/page/tab-strip.tsx'
import { MOST_TABS, titleOf } from './tabs.ts'
import type { Tabs } from './use-tabs.ts'

/** SqlTabs shows them by the names of their queries, or by how their texts begin; `onClosed` takes the id of one that was closed. */
export function SqlTabs({
  tabs: { all, active, show, add, close },
  onClosed,
}: {
  readonly tabs: Tabs
  readonly onClosed: (id: string) => void
}) {
  const m = useMessages(messages)
  return (
    <TabStrip
      label={m.tabs}
      tabs={all.map((tab) => ({ id: tab.id, title: titleOf(tab, m.newTab) }))}
      active={active?.id}
      close={m.closeTab}
      onOpen={show}
      onClose={(id) => {
        const tab = all.find((one) => one.id === id)
        onClosed(id)
        if (tab !== undefined) close(tab)
      }}
      add={{ label: m.addTab, disabled: all.length >= MOST_TABS, onAdd: add }}
    />
  )
}
