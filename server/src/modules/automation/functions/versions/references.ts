// Which functions read a secret or an environment variable: those whose running code has its key as a word.
import { type Referrer, type Referrers, withTarget } from '#platform/references/references.ts'
import { listMentioning } from './functions.store.ts'

const readers: Referrer = {
  async list(db, { project }, { name, scope }) {
    const rows = await listMentioning(db, project.id, name, scope)
    return rows.map(({ id, slug }) => ({ kind: 'function', id, name: slug }))
  },
  // Another of that key may be set, or the function may do without.
  release: withTarget,
}

/** FUNCTION_REFERENCES are what functions use. */
export const FUNCTION_REFERENCES: Referrers = { secret: readers, 'environment variable': readers }
