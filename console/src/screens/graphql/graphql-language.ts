// GraphQL in the editor: completion and checks by the schema. It is loaded with the first editor.
import type { Extension } from '@codemirror/state'
import { ViewPlugin } from '@codemirror/view'
import { graphql, graphqlLanguageSupport, updateSchema } from 'cm6-graphql'
import { buildClientSchema, type IntrospectionQuery } from 'graphql'

/** languageOf returns the language with a schema, or without one while it is loaded. */
export function languageOf(introspection: IntrospectionQuery | undefined): Extension {
  if (introspection === undefined) return graphqlLanguageSupport()
  const schema = buildClientSchema(introspection)
  // The state of an editor outlives its language: a later schema takes the place of an earlier one by an update.
  const replace = ViewPlugin.define((view) => {
    queueMicrotask(() => updateSchema(view, schema))
    return {}
  })
  return [graphql(schema), replace]
}
