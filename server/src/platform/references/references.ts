// What the things of a project are used by, across modules: who deletes one asks here, and those who use it answer.
import { z } from 'zod'
import type { Queryable } from '#platform/db/transaction.ts'
import { conflict } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import { queryFalse } from '#platform/http/routes/validation.ts'

/** ReferredKinds has every kind of thing that others use as a key. Modules extend it. */
export interface ReferredKinds extends Record<never, unknown> {}

export type Referred = keyof ReferredKinds & string

/** Target is what is to be deleted; `name` is what people and other things call it by. */
export interface Target {
  readonly kind: Referred
  readonly id: string
  readonly name: string
  /** scope is the environment of a variable, or the channel of an integration. */
  readonly scope?: string
}

/** Reference is something that uses a target; `id` is null where it has none of its own. */
export interface Reference {
  readonly kind: string
  readonly id: string | null
  readonly name: string
}

/** Referrer knows the references of one module to one kind of target. */
export interface Referrer {
  /** list returns what uses the target. */
  list(db: Queryable, act: Act, target: Target): Promise<readonly Reference[]>
  /**
   * release takes the target off everything that `list` returned. Without it, the target stays until people have taken it
   * off themselves.
   */
  release?(db: Queryable, act: Act, target: Target): Promise<void>
}

/** withTarget is the release of what ends together with the target, or works without it. */
export const withTarget = async (): Promise<void> => {}

/** Referrers are those of one module, by what they refer to. */
export type Referrers = { readonly [Kind in Referred]?: Referrer }

const MAX_NAMED = 5
const MAX_LISTED = 100

/** References asks the referrers of all modules. */
export class References {
  readonly #referrers = new Map<string, Referrer[]>()

  /** add registers the referrers of a module. */
  add(referrers: Referrers): void {
    for (const [kind, referrer] of Object.entries<Referrer>(referrers))
      this.#referrers.set(kind, [...(this.#referrers.get(kind) ?? []), referrer])
  }

  /**
   * clear throws 409 where something uses the target, with all of that in `details.used_by`; with `force` the target is taken
   * off there, as far as it can be. `db` is the transaction that deletes, with a lock on the target which those who begin to
   * use it wait for.
   */
  async clear(db: Queryable, act: Act, target: Target, force: boolean): Promise<void> {
    const held: Reference[] = []
    const kept: Reference[] = []
    for (const referrer of this.#referrers.get(target.kind) ?? []) {
      const listed = await referrer.list(db, act, target)
      if (listed.length === 0) continue
      if (referrer.release === undefined) held.push(...listed)
      else if (force) await referrer.release(db, act, target)
      else kept.push(...listed)
    }
    // What people have to take off themselves is no matter of force.
    refuse(target, [...held, ...kept], held.length === 0)
  }
}

function refuse({ kind, name }: Target, references: readonly Reference[], force: boolean): void {
  if (references.length === 0) return
  const named = references.slice(0, MAX_NAMED).map((one) => `${one.kind} ${one.name}`)
  const more = references.length > MAX_NAMED ? ` and ${references.length - MAX_NAMED} more` : ''
  const instead = force ? `, or send force=true to delete the ${kind} and take it off there` : ''
  throw conflict(
    'in_use',
    `The ${kind} ${name} is still used by ${named.join(', ')}${more}. Change that first${instead}.`,
    { used_by: references.slice(0, MAX_LISTED), force },
  )
}

/** forceQuery is the query of routes that delete what other things can use. */
export const forceQuery = z.object({
  force: queryFalse.describe('`true` also takes it off what still uses it, which is otherwise a 409.'),
})
