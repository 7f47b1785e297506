// What it costs to find out who may hear of a row: in this very process, since it is arithmetic alone.
import { randomUUID } from 'node:crypto'
import { compileLiveAccess } from '../../../server/src/engine/access/live-access.ts'
import type { ColumnShape, TableShape } from '../../../server/src/engine/shapes/shape.ts'
import { Audience } from '../../../server/src/modules/realtime/access/audience.ts'
import type { LiveCaller } from '../../../server/src/modules/realtime/access/callers.ts'
import { median } from '../lab/figures.ts'

const EVENTS = 20_000
const ROUNDS = 5

/** decisionCost returns the microseconds that an event under an owner policy takes with so many listening users. */
export function decisionCost(users: number): number {
  const owners = Array.from({ length: users }, () => randomUUID())
  const access = compileLiveAccess(table(), [
    { id: '1', action: 'select', subject: 'owner', effect: 'allow', condition: undefined, role_ids: [] },
  ])
  const audience = new Audience<{ readonly caller: LiveCaller }>()
  audience.arrange(access.indexes)
  for (const uid of owners) audience.add({ caller: caller(uid) })
  const rounds = Array.from({ length: ROUNDS }, () => {
    const started = performance.now()
    let heard = 0
    for (let n = 0; n < EVENTS; n++) {
      const user_id = owners[n % users] as string
      audience.forEach(audience.select(access, { id: String(n), user_id }), () => {
        heard += 1
      })
    }
    if (heard !== EVENTS) throw new Error(`${heard} of ${EVENTS} events were heard`)
    return ((performance.now() - started) * 1000) / EVENTS
  })
  return median(rounds)
}

function table(): TableShape {
  const column = { required: false, has_default: false, enum_values: [], data_type: 'uuid' } as const
  const columns = new Map<string, ColumnShape>(['id', 'user_id'].map((name) => [name, { ...column, name }]))
  return {
    id: '1',
    schema: 'p',
    slug: 'notes',
    columns,
    version: '1',
    read_only: false,
    soft_delete: true,
    owner_column: 'user_id',
  }
}

function caller(uid: string): LiveCaller {
  const context = { kind: 'user', uid, claims: '{}' } as const
  return { kind: 'user', actor: { uid, email: null, claims: {} }, role_ids: [], context }
}
