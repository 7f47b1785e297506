// Several panels of which one is shown.
import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import classes from './tabs.module.css'

/** Tab is one panel and its title. */
export interface Tab {
  readonly value: string
  readonly title: string
  readonly content: ReactNode
}

/** Tabs shows the panel of `value`, which belongs into the URL where a colleague should see the same. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  return (
    <BaseTabs.Root value={value} onValueChange={onChange}>
      <BaseTabs.List className={classes.list} aria-label={label}>
        {tabs.map((tab) => (
          <BaseTabs.Tab key={tab.value} value={tab.value} className={classes.tab}>
            {tab.title}
          </BaseTabs.Tab>
        ))}
        <BaseTabs.Indicator className={classes.indicator} />
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className={classes.panel}>
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
