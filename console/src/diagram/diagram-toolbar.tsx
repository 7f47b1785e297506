// What stands above the diagram: search, zoom, what is shown, and files of it.
import { useReactFlow } from '@xyflow/react'
import { ChevronsDownUp, ChevronsUpDown, Download, Eye, Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import type { Diagram, DiagramEdge, DiagramNode } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { saveFile } from '#ui/page/save-file.ts'
import type { Arrangement, Changes } from './arrangement.ts'
import classes from './diagram.module.css'
import { pngOf, svgOf } from './export-diagram.ts'
import { messages } from './messages.ts'
import { ShownTables } from './shown-tables.tsx'

/** DiagramToolbar changes how the diagram is seen; `shown` is what is in front of the viewer. */
export function DiagramToolbar({
  diagram,
  shown,
  links,
  arrangement,
  onArrange,
  onGo,
  onAll,
}: {
  readonly diagram: Diagram
  readonly shown: readonly DiagramNode[]
  readonly links: readonly DiagramEdge[]
  readonly arrangement: Arrangement
  readonly onArrange: (changes: Changes) => void
  readonly onGo: (id: string) => void
  /** onAll is there while not all tables are looked at. */
  readonly onAll: (() => void) | undefined
}) {
  const m = useMessages(messages)
  const flow = useReactFlow()
  const [isChoosing, setChoosing] = useState(false)
  const isFolded = shown.length > 0 && shown.every(({ id }) => arrangement[id]?.folded === true)
  const fold = () => onArrange(Object.fromEntries(shown.map(({ id }) => [id, { folded: !isFolded }])))
  const svg = () => svgOf(shown, links, arrangement)
  const png = useAct(`${m.export}: PNG`, {
    mutationFn: async () => saveFile('schema.png', await pngOf(svg())),
  })
  return (
    <div className={classes.toolbar}>
      <div className={classes.find}>
        <Combobox
          label={m.find}
          search={m.search}
          choices={shown.map(({ id, name }) => ({
            value: id,
            label: name,
          }))}
          value={undefined}
          onChange={onGo}
        />
      </div>
      {onAll === undefined ? (
        <Button onClick={() => setChoosing(true)}>
          <Eye aria-hidden />
          {m.shown(shown.length, diagram.nodes.length)}
        </Button>
      ) : (
        <Button onClick={onAll}>{m.allTables}</Button>
      )}
      <Button disabled={shown.length === 0} onClick={fold}>
        {isFolded ? <ChevronsUpDown aria-hidden /> : <ChevronsDownUp aria-hidden />}
        {isFolded ? m.unfoldAll : m.foldAll}
      </Button>
      <div className={classes.zoom}>
        <Button kind="quiet" size="icon" aria-label={m.zoomOut} onClick={() => flow.zoomOut()}>
          <ZoomOut aria-hidden />
        </Button>
        <Button kind="quiet" size="icon" aria-label={m.zoomIn} onClick={() => flow.zoomIn()}>
          <ZoomIn aria-hidden />
        </Button>
        <Button kind="quiet" size="icon" aria-label={m.fit} onClick={() => flow.fitView({ maxZoom: 1 })}>
          <Maximize aria-hidden />
        </Button>
        <Menu
          label={m.export}
          trigger={
            <Button disabled={shown.length === 0}>
              <Download aria-hidden />
              {m.export}
            </Button>
          }
        >
          <MenuItem onSelect={() => saveFile('schema.svg', new Blob([svg()], { type: 'image/svg+xml' }))}>
            SVG
          </MenuItem>
          <MenuItem onSelect={() => png.mutate()}>PNG</MenuItem>
          <MenuItem
            onSelect={() => saveFile('schema.mmd', new Blob([diagram.mermaid], { type: 'text/plain' }))}
          >
            {m.mermaid}
          </MenuItem>
        </Menu>
      </div>
      {isChoosing ? (
        <ShownTables
          tables={diagram.nodes}
          arrangement={arrangement}
          onArrange={onArrange}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </div>
  )
}
