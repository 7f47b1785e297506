// Changes of the schema: each can be tried before it is made.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import type {
  Column,
  ColumnCreate,
  ColumnUpdate,
  Relationship,
  RelationshipCreate,
  RelationshipUpdate,
  SchemaOperation,
  Table,
  TableUpdate,
} from '#api/client/schemas.ts'

/** SchemaAct is a change that is not made yet: as the history records it, and what makes it. */
export interface SchemaAct {
  readonly operation: SchemaOperation
  readonly run: () => Promise<unknown>
  /** forced is the same where values are lost or others depend on what is dropped. */
  readonly forced?: SchemaAct
}

/** dryRunQuery is the SQL of a change, or why it is refused. */
export const dryRunQuery = (projectID: string, operation: SchemaOperation) =>
  queryOptions({
    queryKey: ['projects', projectID, 'dry-run', operation],
    queryFn: ({ signal }) =>
      data(
        client.POST('/api/v1/projects/{projectID}/schema/dry-run', {
          params: { path: { projectID } },
          body: { operation },
          signal,
        }),
      ),
    // The rows and the rest of the schema may have changed.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })

const HISTORY_PAGE = 50

/** historyQuery is the changes of a schema, the latest first, page by page. */
export const historyQuery = (projectID: string) =>
  infiniteQueryOptions({
    queryKey: ['projects', projectID, 'schema-history'],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: HISTORY_PAGE, ...(pageParam === 0 ? {} : { before: pageParam }) }
      const params = { path: { projectID }, query }
      return data(client.GET('/api/v1/projects/{projectID}/schema/history', { params, signal }))
    },
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < HISTORY_PAGE ? undefined : page.at(-1)?.version),
  })

/** previewQuery is a table as SQL and JSON Schema. */
export const previewQuery = (projectID: string, tableID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'tables', tableID, 'preview'],
    queryFn: ({ signal }) => {
      const params = { path: { projectID, tableID } }
      return data(client.GET('/api/v1/projects/{projectID}/schema/preview/{tableID}', { params, signal }))
    },
  })

/** diagramQuery is all tables with their places, and the relationships between them. */
export const diagramQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'diagram'],
    queryFn: ({ signal }) => {
      const params = { path: { projectID } }
      return data(client.GET('/api/v1/projects/{projectID}/schema/diagram', { params, signal }))
    },
  })

/** updateTable renames or describes a table. */
export const updateTable = (projectID: string, { id, slug }: Table, body: TableUpdate): SchemaAct => ({
  operation: { kind: 'table.update', table: slug, input: body },
  run: () =>
    client.PATCH('/api/v1/projects/{projectID}/tables/{tableID}', {
      params: { path: { projectID, tableID: id } },
      body,
    }),
})

/** removeTable drops a table with its rows; forced, also the relationships of others to it. */
export const removeTable = (projectID: string, table: Table): SchemaAct => {
  const act = (cascade: boolean): SchemaAct => ({
    operation: { kind: 'table.remove', table: table.slug, cascade },
    run: () =>
      client.DELETE('/api/v1/projects/{projectID}/tables/{tableID}', {
        params: { path: { projectID, tableID: table.id }, query: { cascade } },
      }),
  })
  return { ...act(false), forced: act(true) }
}

/** addColumn adds a column. */
export const addColumn = (projectID: string, { id, slug }: Table, body: ColumnCreate): SchemaAct => ({
  operation: { kind: 'column.create', table: slug, input: body },
  run: () =>
    client.POST('/api/v1/projects/{projectID}/tables/{tableID}/columns', {
      params: { path: { projectID, tableID: id } },
      body,
    }),
})

/** updateColumn changes a column; forced, also where values are lost. */
export const updateColumn = (
  projectID: string,
  table: Table,
  column: Column,
  input: Omit<ColumnUpdate, 'force'>,
): SchemaAct => {
  const act = (force: boolean): SchemaAct => {
    const body = { ...input, force }
    return {
      operation: { kind: 'column.update', table: table.slug, column: column.name, input: body },
      run: () =>
        client.PATCH('/api/v1/projects/{projectID}/tables/{tableID}/columns/{columnID}', {
          params: { path: { projectID, tableID: table.id, columnID: column.id } },
          body,
        }),
    }
  }
  return { ...act(false), forced: act(true) }
}

/** removeColumn drops a column with its values; forced, also its relationships. */
export const removeColumn = (projectID: string, table: Table, column: Column): SchemaAct => {
  const act = (cascade: boolean): SchemaAct => ({
    operation: { kind: 'column.remove', table: table.slug, column: column.name, cascade },
    run: () =>
      client.DELETE('/api/v1/projects/{projectID}/tables/{tableID}/columns/{columnID}', {
        params: { path: { projectID, tableID: table.id, columnID: column.id }, query: { cascade } },
      }),
  })
  return { ...act(false), forced: act(true) }
}

/** createRelationship adds a relationship. */
export const createRelationship = (projectID: string, body: RelationshipCreate): SchemaAct => ({
  operation: { kind: 'relationship.create', input: body },
  run: () =>
    client.POST('/api/v1/projects/{projectID}/schema/relationships', {
      params: { path: { projectID } },
      body,
    }),
})

/** updateRelationship changes what a delete does, or the name. */
export const updateRelationship = (
  projectID: string,
  { id, from_table, from_column }: Relationship,
  body: RelationshipUpdate,
): SchemaAct => ({
  operation: { kind: 'relationship.update', from_table, from_column, input: body },
  run: () =>
    client.PATCH('/api/v1/projects/{projectID}/schema/relationships/{relationshipID}', {
      params: { path: { projectID, relationshipID: id } },
      body,
    }),
})

/** removeRelationship drops a relationship; the column stays. */
export const removeRelationship = (
  projectID: string,
  { id, from_table, from_column }: Relationship,
): SchemaAct => ({
  operation: { kind: 'relationship.remove', from_table, from_column },
  run: () =>
    client.DELETE('/api/v1/projects/{projectID}/schema/relationships/{relationshipID}', {
      params: { path: { projectID, relationshipID: id } },
    }),
})

/** schemaKeys begin the keys of all queries that a change of the schema makes old. */
export const schemaKeys = (projectID: string) =>
  ['tables', 'relationships', 'diagram', 'schema-objects', 'schema-history', 'policies', 'table-figures'].map(
    (name) => ['projects', projectID, name],
  )
