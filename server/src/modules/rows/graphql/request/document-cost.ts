// What a document may come to, counted before it is checked and run: each fragment is measured once, however often it is
// spread.
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
} from 'graphql'

/** DocumentCost is what a document comes to once its fragments are spread. */
export interface DocumentCost {
  readonly fields: number
  /** depth is how many selection sets stand within each other. */
  readonly depth: number
}

/** COSTS are the limits of all callers, and of those who are in the hands of strangers. */
export const COSTS = {
  trusted: { fields: 5000, depth: 40 },
  guarded: { fields: 1000, depth: 12 },
} as const satisfies Record<string, DocumentCost>

// A selection set of more entries, or a document of more definitions, is compared pair by pair in some checks.
const MAX_SELECTIONS = 200
const MAX_DEFINITIONS = 50
// Fields of one name with selections of their own are compared pair by pair, with all that they select.
const MAX_ALIKE = 20

/** checkCost throws a GraphQLError where a document comes to more than `most`. */
export function checkCost(document: DocumentNode, most: DocumentCost): void {
  if (document.definitions.length > MAX_DEFINITIONS)
    throw new GraphQLError(`A document has at most ${MAX_DEFINITIONS} operations and fragments.`)
  const { fields, depth } = costOf(document)
  if (fields > most.fields)
    throw new GraphQLError(
      `A document has at most ${most.fields} fields, counted where its fragments are spread.`,
    )
  if (depth > most.depth) throw new GraphQLError(`Selections nest at most ${most.depth} levels deep.`)
}

/** costOf measures a document; a fragment that spreads itself is left to the check of the document. */
export function costOf(document: DocumentNode): DocumentCost {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const one of document.definitions)
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one)
  const known = new Map<string, DocumentCost>()
  const ofFragment = (name: string): DocumentCost => {
    const measured = known.get(name)
    if (measured !== undefined) return measured
    known.set(name, NOTHING)
    const cost = ofSet(fragments.get(name)?.selectionSet)
    known.set(name, cost)
    return cost
  }
  const ofSet = (set: SelectionSetNode | undefined): DocumentCost => {
    if (set === undefined) return NOTHING
    checkWidth(set)
    let [fields, depth] = [0, 1]
    for (const selection of set.selections) {
      const isSpread = selection.kind === Kind.FRAGMENT_SPREAD
      const below = isSpread ? ofFragment(selection.name.value) : ofSet(selection.selectionSet)
      const isField = selection.kind === Kind.FIELD
      fields += below.fields + (isField ? 1 : 0)
      depth = Math.max(depth, below.depth + (isField ? 1 : 0))
    }
    return { fields, depth }
  }
  const costs = document.definitions.map((one) => {
    if (one.kind === Kind.FRAGMENT_DEFINITION) return ofFragment(one.name.value)
    return one.kind === Kind.OPERATION_DEFINITION ? ofSet(one.selectionSet) : NOTHING
  })
  return {
    fields: costs.reduce((sum, cost) => sum + cost.fields, 0),
    depth: costs.reduce((most, cost) => Math.max(most, cost.depth), 0),
  }
}

const NOTHING: DocumentCost = { fields: 0, depth: 0 }

function checkWidth({ selections }: SelectionSetNode): void {
  if (selections.length > MAX_SELECTIONS)
    throw new GraphQLError(`A selection has at most ${MAX_SELECTIONS} entries.`, { nodes: selections[0] })
  const wide = selections.filter((one) => one.kind === Kind.FIELD && one.selectionSet !== undefined)
  if (wide.length <= MAX_ALIKE) return
  const alike = Map.groupBy(wide as FieldNode[], (one) => (one.alias ?? one.name).value)
  for (const [key, nodes] of alike)
    if (nodes.length > MAX_ALIKE)
      throw new GraphQLError(`${key} stands more than ${MAX_ALIKE} times in one selection.`, {
        nodes: nodes[0],
      })
}
