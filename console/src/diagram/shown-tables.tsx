// Which tables are in the diagram.
import { useState } from 'react'
import type { DiagramNode } from '#api/client/schemas.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import type { Arrangement, Changes } from './arrangement.ts'
import classes from './diagram.module.css'
import { messages } from './messages.ts'

/** ShownTables shows and hides tables. */
export function ShownTables({
  tables,
  arrangement,
  onArrange,
  onClose,
}: {
  readonly tables: readonly DiagramNode[]
  readonly arrangement: Arrangement
  readonly onArrange: (changes: Changes) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const [typed, setTyped] = useState('')
  const part = typed.trim().toLowerCase()
  const found = tables.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(part))
  const hide = (hidden: boolean) =>
    onArrange(Object.fromEntries(found.map(({ id }) => [id, { hidden }] as const)))
  const footer = (
    <>
      <Button onClick={() => hide(false)}>{m.showAll}</Button>
      <Button onClick={() => hide(true)}>{m.hideAll}</Button>
      <Button kind="primary" onClick={onClose}>
        {common.actions.done}
      </Button>
    </>
  )
  return (
    <Drawer open title={m.tables} about={m.shownHint} onClose={onClose} footer={footer}>
      <SearchInput label={m.search} value={typed} onChange={setTyped} />
      <div className={classes.choices}>
        {found.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={arrangement[id]?.hidden !== true}
            onChange={(checked) => onArrange({ [id]: { hidden: !checked } })}
          />
        ))}
      </div>
    </Drawer>
  )
}
