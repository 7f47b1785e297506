// All tables and their relationships as a drawing: what is shown of it, what is selected, and what is dragged.
import {
  applyNodeChanges,
  type NodeChange,
  type OnConnectEnd,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import type { DiagramNode, Diagram as Drawn } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import type { Arrangement, Changes } from './arrangement.ts'
import classes from './diagram.module.css'
import { DiagramLink } from './diagram-link.tsx'
import { DiagramTable, IsNear, NEAR } from './diagram-table.tsx'
import { DiagramToolbar } from './diagram-toolbar.tsx'
import { messages } from './messages.ts'
import { edgesOf, type LinkEdge, linksOf, nodesOf, shownTables, type TableNode } from './model.ts'
import { TablePanel } from './table-panel.tsx'
import '@xyflow/react/dist/base.css'

const NODE_TYPES = { table: DiagramTable }
const EDGE_TYPES = { link: DiagramLink }
const FIT = { maxZoom: 1, padding: 0.08 }
const STEP = 60
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
}

/** NewLink is a relationship that somebody wants to add: tables by their slugs, and what else is known. */
export interface NewLink {
  readonly from: string
  readonly column?: string | undefined
  readonly target?: string
  readonly targetColumn?: string
}

/** DiagramProps are what is drawn. Who may not add relationships has no `onLink`. */
export interface DiagramProps {
  readonly diagram: Drawn
  readonly arrangement: Arrangement
  /** near is the slug of the table that is shown with its neighbours alone. */
  readonly near: string | undefined
  readonly onArrange: (changes: Changes) => void
  readonly onNear: (slug: string | undefined) => void
  readonly onOpen: (slug: string) => void
  readonly onLink: ((link: NewLink) => void) | undefined
}

/** Diagram is the drawing with its toolbar and the acts of the selected table. */
export function Diagram(props: DiagramProps) {
  return (
    <ReactFlowProvider key={props.near ?? ''}>
      <Drawing {...props} />
    </ReactFlowProvider>
  )
}

function Drawing({ diagram, arrangement, near, onArrange, onNear, onOpen, onLink }: DiagramProps) {
  const m = useMessages(messages)
  const flow = useReactFlow<TableNode>()
  const mayLink = onLink !== undefined
  const shown = useMemo(() => shownTables(diagram, arrangement, near), [diagram, arrangement, near])
  const [nodes, setNodes] = useState<TableNode[]>(() => nodesOf(shown, arrangement, mayLink, []))
  const isNear = useStore(({ transform }) => transform[2] >= NEAR)
  const [moving, setMoving] = useState<string>()
  const links = useMemo(() => linksOf(diagram), [diagram])
  const selected = nodes.find((node) => node.selected)?.data.table
  const edges = useMemo(
    () => edgesOf(links, shown, arrangement, selected?.id),
    [links, shown, arrangement, selected?.id],
  )

  useEffect(() => {
    setNodes((before) => nodesOf(shown, arrangement, mayLink, before))
  }, [shown, arrangement, mayLink])

  const change = (changes: NodeChange<TableNode>[]) => {
    setNodes((before) => applyNodeChanges(changes, before))
    const moved = changes.flatMap((one) =>
      one.type === 'position' && one.dragging !== true && one.position !== undefined
        ? [[one.id, whole(one.position)] as const]
        : [],
    )
    if (moved.length > 0) onArrange(Object.fromEntries(moved) as Changes)
  }
  const go = (id: string) => {
    setNodes((before) => before.map((node) => ({ ...node, selected: node.id === id })))
    flow.fitView({ nodes: [{ id }], maxZoom: 1, duration: 300 })
  }
  // The library looks for dots; people drop on tables.
  const drop: OnConnectEnd = (event, { fromNode, fromHandle }) => {
    const { clientX, clientY } = 'changedTouches' in event ? (event.changedTouches[0] as Touch) : event
    const below = document.elementFromPoint(clientX, clientY)
    const target = diagram.nodes.find(
      ({ id }) => id === below?.closest<HTMLElement>('[data-table]')?.dataset.table,
    )
    const from = diagram.nodes.find(({ id }) => id === fromNode?.id)
    if (target === undefined || from === undefined) return
    const onto = below?.closest<HTMLElement>('[data-column]')?.dataset.column
    onLink?.(begin(from, fromHandle?.id ?? undefined, target, onto))
  }
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (event.target !== event.currentTarget || step === undefined) return
    event.preventDefault()
    const { x, y, zoom } = flow.getViewport()
    flow.setViewport({ x: x + step[0], y: y + step[1], zoom })
  }
  const place = (event: { readonly clientX: number; readonly clientY: number }) => {
    if (moving === undefined) return
    onArrange({ [moving]: whole(flow.screenToFlowPosition({ x: event.clientX, y: event.clientY })) })
    setMoving(undefined)
  }
  return (
    <>
      <DiagramToolbar
        diagram={diagram}
        shown={shown}
        links={links}
        arrangement={arrangement}
        onArrange={onArrange}
        onGo={go}
        onAll={near === undefined ? undefined : () => onNear(undefined)}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no fieldset. */}
      <div
        className={classes.frame}
        role="group"
        aria-label={m.label}
        aria-roledescription={m.title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move what is seen.
        tabIndex={0}
        data-broad
        data-moving={moving !== undefined}
        onKeyDown={press}
      >
        <IsNear value={isNear}>
          <ReactFlow<TableNode, LinkEdge>
            nodes={nodes}
            edges={edges}
            nodeTypes={NODE_TYPES}
            edgeTypes={EDGE_TYPES}
            onNodesChange={change}
            onConnectEnd={drop}
            onPaneClick={place}
            nodesConnectable={mayLink}
            edgesFocusable={false}
            elementsSelectable
            connectionRadius={1}
            deleteKeyCode={null}
            minZoom={0.02}
            maxZoom={1.5}
            onlyRenderVisibleElements
            elevateEdgesOnSelect={false}
            proOptions={{ hideAttribution: true }}
            ariaLabelConfig={m.aria}
            fitView
            fitViewOptions={FIT}
          />
        </IsNear>
        {selected === undefined ? null : (
          <TablePanel
            selected={selected}
            near={near === selected.slug}
            folded={arrangement[selected.id]?.folded ?? false}
            moving={moving === selected.id}
            onMove={() => setMoving(moving === selected.id ? undefined : selected.id)}
            onArrange={(placed) => onArrange({ [selected.id]: placed })}
            onOpen={() => onOpen(selected.slug)}
            onNear={() => onNear(near === selected.slug ? undefined : selected.slug)}
            onLink={mayLink && !selected.read_only ? () => onLink({ from: selected.slug }) : undefined}
          />
        )}
      </div>
    </>
  )
}

const whole = ({ x, y }: { readonly x: number; readonly y: number }) => ({
  x: Math.round(x),
  y: Math.round(y),
})

// From the column that refers to one that is unique; who drags the other way round means the same.
function begin(
  from: DiagramNode,
  column: string | undefined,
  target: DiagramNode,
  onto: string | undefined,
): NewLink {
  const isUnique = ({ columns }: DiagramNode, name: string | undefined) =>
    columns.some((one) => one.name === name && (one.unique || one.primary_key))
  const isBackwards = isUnique(from, column) && onto !== undefined && !isUnique(target, onto)
  if (isBackwards) return { from: target.slug, column: onto, target: from.slug, targetColumn: column ?? 'id' }
  const targetColumn = onto !== undefined && isUnique(target, onto) ? onto : 'id'
  return { from: from.slug, column, target: target.slug, targetColumn }
}
