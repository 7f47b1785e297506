// How values of a column's type become JSON, by what PostgreSQL's catalog says of the type. Types of PostgreSQL's own
// are known without asking; the others are loaded when a table that has them comes by.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { arrayJson, compositeJson, type JsonWriter, UnreadableValueError, writerOf } from './json-text.ts'
import { findTypes, MOST_TYPES, type TypeFacts } from './value-types.store.ts'

/** TypeWriters finds the writer of a type by its id; undefined for types that are not known yet. */
export interface TypeWriters {
  find(type: number): JsonWriter | undefined
}

/** TypeSource finds writers, and loads those that it does not know. */
export interface TypeSource extends TypeWriters {
  /** load makes types known, also those that were known already; it throws where the database cannot be asked. */
  load(ids: readonly number[]): Promise<void>
  /** forgetComposites forgets the types that ALTER TYPE can change while a table has them. */
  forgetComposites(): void
}

// Each is some hundred bytes; beyond it, those of tables that come by are loaded anew.
const MOST_KNOWN = 20_000

/** ValueTypes remembers the writers of types of one database. */
export class ValueTypes implements TypeSource {
  readonly #db: pg.Pool
  readonly #writers = new Map<number, JsonWriter>()
  #composites: number[] = []

  constructor(db: pg.Pool) {
    this.#db = db
  }

  find(type: number): JsonWriter | undefined {
    return writerOf(type) ?? this.#writers.get(type)
  }

  async load(ids: readonly number[]): Promise<void> {
    const facts = await this.#facts(ids)
    if (this.#writers.size > MOST_KNOWN) this.#writers.clear()
    const made = new Map<number, JsonWriter>()
    for (const id of ids) this.#writers.set(id, facts === undefined ? unreadable : writerFor(id, facts, made))
    const isFixed = facts !== undefined && [...facts.values()].every(({ kind }) => kind !== 'composite')
    if (!isFixed) this.#composites.push(...ids)
  }

  forgetComposites(): void {
    for (const id of this.#composites.splice(0)) this.#writers.delete(id)
  }

  // Undefined where a project has made more of its types than can be looked up.
  async #facts(ids: readonly number[]): Promise<ReadonlyMap<number, TypeFacts> | undefined> {
    try {
      const types = await this.#find(ids)
      return types.length > MOST_TYPES ? undefined : new Map(types.map((type) => [type.id, type]))
    } catch (error) {
      if ((error as { code?: string }).code !== TOOK_TOO_LONG) throw error
      return undefined
    }
  }

  // A commit is in the log before other transactions see it, so that a type it made may not be there yet.
  async #find(ids: readonly number[]): Promise<TypeFacts[]> {
    let types = await findTypes(this.#db, ids)
    for (const ms of PAUSES_MS) {
      if (ids.every((id) => types.some((type) => type.id === id))) break
      await pause(ms)
      types = await findTypes(this.#db, ids)
    }
    return types
  }
}

// What is still missing then has been dropped.
const PAUSES_MS = [10, 50, 200, 700]

const TOOK_TOO_LONG = '57014'

// Each type once, however many others have it as a part.
function writerFor(
  id: number,
  facts: ReadonlyMap<number, TypeFacts>,
  made: Map<number, JsonWriter>,
): JsonWriter {
  const known = writerOf(id) ?? made.get(id)
  if (known !== undefined) return known
  const writer = makeWriter(facts.get(id), (part) => writerFor(part, facts, made))
  made.set(id, writer)
  return writer
}

function makeWriter(type: TypeFacts | undefined, of: (part: number) => JsonWriter): JsonWriter {
  switch (type?.kind) {
    case 'domain':
      return of(type.of)
    case 'array': {
      const write = of(type.of)
      return (text) => arrayJson(text, write, type.delimiter)
    }
    case 'vector': {
      const write = of(type.of)
      return (text) => `[${text === '' ? '' : text.split(' ').map(write).join(',')}]`
    }
    case 'composite': {
      const fields = type.fields.map((field) => ({
        start: `${JSON.stringify(field.name)}:`,
        write: of(field.type),
      }))
      return (text) => compositeJson(text, fields)
    }
    // Also of a type that has been dropped since.
    default:
      return JSON.stringify
  }
}

function unreadable(): never {
  throw new UnreadableValueError('a type is made of too many others')
}
