// The fields of a selection set, fragments and directives taken account of (GraphQL specification, section 6.3.2).
import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import type { VariableValues } from './operation.ts'

/** Selections is what fields are collected from. */
export interface Selections {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: VariableValues
}

/**
 * collectFields returns the fields by the name that they have in the answer. One name may stand for several nodes, whose
 * selections count together. All types here are concrete and the document is valid, so every fragment applies.
 */
export function collectFields(
  selections: Selections,
  sets: readonly (SelectionSetNode | undefined)[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>()
  const visited = new Set<string>()
  const visit = (node: SelectionNode): void => {
    if (!isIncluded(node, selections.variables)) return
    if (node.kind === Kind.FIELD) {
      const key = (node.alias ?? node.name).value
      const known = fields.get(key)
      if (known === undefined) fields.set(key, [node])
      else known.push(node)
    } else if (node.kind === Kind.INLINE_FRAGMENT) {
      node.selectionSet.selections.forEach(visit)
    } else if (!visited.has(node.name.value)) {
      visited.add(node.name.value)
      selections.fragments.get(node.name.value)?.selectionSet.selections.forEach(visit)
    }
  }
  for (const set of sets) set?.selections.forEach(visit)
  return fields
}

function isIncluded(node: SelectionNode, variables: VariableValues): boolean {
  if (!node.directives?.length) return true
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true) return false
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false
}
