// What arrives on a live connection, drawn a few times a second however much it is.
import { useEffect, useRef, useState } from 'react'
import { type Arrival, type Inspection, type InspectionState, inspect } from '#api/services/inspection.ts'
import { type LiveTargets, ownToken, tokenOf } from '#api/services/realtime.ts'

const MOST_KEPT = 500
const DRAW_MS = 200

/** Inspected is what has arrived, the latest first, and the connection. */
export interface Inspected {
  readonly state: InspectionState | undefined
  readonly arrivals: readonly Arrival[]
  /** held is how many arrived while the list was paused. */
  readonly held: number
  readonly connection: Inspection | undefined
  clear(): void
}

/** tableChannel and messageChannel are what the protocol calls tables and channels. */
export const tableChannel = (projectId: string, table: string) => `project:${projectId}:${table}`
export const messageChannel = (projectId: string, channel: string) => `channel:${projectId}:${channel}`

/** useInspection listens to tables and channels as the viewer, or as who has the credential; to nothing if there are none. */
export function useInspection(
  projectId: string,
  targets: LiveTargets,
  credential: string | undefined,
  isPaused: boolean,
): Inspected {
  const [state, setState] = useState<InspectionState>()
  const [arrivals, setArrivals] = useState<readonly Arrival[]>([])
  const [held, setHeld] = useState(0)
  const [connection, setConnection] = useState<Inspection>()
  const buffer = useRef<Arrival[]>([]).current
  const paused = useRef(isPaused)
  const wanted = JSON.stringify(targets)

  useEffect(() => {
    const { tables, channels } = JSON.parse(wanted) as LiveTargets
    if (tables.length + channels.length === 0) {
      setState(undefined)
      return
    }
    const opened = inspect({
      channels: [
        ...tables.map((table) => tableChannel(projectId, table)),
        ...channels.map((channel) => messageChannel(projectId, channel)),
      ],
      issue: () =>
        credential === undefined ? ownToken(projectId) : tokenOf(credential, projectId, { tables, channels }),
      onArrival: (arrival) => {
        buffer.push(arrival)
        if (buffer.length > MOST_KEPT) buffer.shift()
      },
      onState: setState,
    })
    setConnection(opened)
    return () => {
      opened.close()
      setConnection(undefined)
    }
  }, [projectId, wanted, credential, buffer])

  useEffect(() => {
    paused.current = isPaused
    const draw = () => {
      if (paused.current) return setHeld(buffer.length)
      setHeld(0)
      if (buffer.length === 0) return
      const arrived = buffer.splice(0).reverse()
      setArrivals((now) => [...arrived, ...now].slice(0, MOST_KEPT))
    }
    draw()
    const timer = setInterval(draw, DRAW_MS)
    return () => clearInterval(timer)
  }, [isPaused, buffer])

  return { state, arrivals, held, connection, clear: () => setArrivals([]) }
}
