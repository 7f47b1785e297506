// Views, functions and triggers of a project.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import type {
  SqlFunction,
  SqlFunctionCreate,
  SqlFunctionReplace,
  Trigger,
  TriggerCreate,
  TriggerReplace,
  View,
  ViewCreate,
  ViewReplace,
} from '#api/client/schemas.ts'
import type { SchemaAct } from './schema.ts'

const keyOf = (projectID: string, kind: string) => ['projects', projectID, 'schema-objects', kind]

/** viewsQuery is all views with what they read and what reads them. */
export const viewsQuery = (projectID: string) =>
  queryOptions({
    queryKey: keyOf(projectID, 'views'),
    queryFn: ({ signal }) => {
      const params = { path: { projectID } }
      return data(client.GET('/api/v1/projects/{projectID}/schema/views', { params, signal }))
    },
  })

/** sqlFunctionsQuery is all functions of the database with what calls them. */
export const sqlFunctionsQuery = (projectID: string) =>
  queryOptions({
    queryKey: keyOf(projectID, 'functions'),
    queryFn: ({ signal }) => {
      const params = { path: { projectID } }
      return data(client.GET('/api/v1/projects/{projectID}/schema/functions', { params, signal }))
    },
  })

/** triggersQuery is all triggers. */
export const triggersQuery = (projectID: string) =>
  queryOptions({
    queryKey: keyOf(projectID, 'triggers'),
    queryFn: ({ signal }) => {
      const params = { path: { projectID } }
      return data(client.GET('/api/v1/projects/{projectID}/schema/triggers', { params, signal }))
    },
  })

/** createView makes a view. */
export const createView = (projectID: string, body: ViewCreate): SchemaAct => ({
  operation: { kind: 'view.create', input: body },
  run: () =>
    client.POST('/api/v1/projects/{projectID}/schema/views', { params: { path: { projectID } }, body }),
})

/** replaceView changes the definition; forced, what depends on the old one is dropped. */
export const replaceView = (projectID: string, { id, name }: View, body: ViewReplace): SchemaAct =>
  forceable((cascade) => ({
    operation: { kind: 'view.replace', view: name, input: body, cascade },
    run: () =>
      client.PUT('/api/v1/projects/{projectID}/schema/views/{viewID}', {
        params: { path: { projectID, viewID: id }, query: { cascade } },
        body,
      }),
  }))

/** removeView drops a view; forced, also what depends on it. */
export const removeView = (projectID: string, { id, name }: View): SchemaAct =>
  forceable((cascade) => ({
    operation: { kind: 'view.remove', view: name, cascade },
    run: () =>
      client.DELETE('/api/v1/projects/{projectID}/schema/views/{viewID}', {
        params: { path: { projectID, viewID: id }, query: { cascade } },
      }),
  }))

/** createFunction makes a function. */
export const createFunction = (projectID: string, body: SqlFunctionCreate): SchemaAct => ({
  operation: { kind: 'function.create', input: body },
  run: () =>
    client.POST('/api/v1/projects/{projectID}/schema/functions', { params: { path: { projectID } }, body }),
})

/** replaceFunction changes a function; forced, what depends on the old one is dropped. */
export const replaceFunction = (
  projectID: string,
  { name }: SqlFunction,
  body: SqlFunctionReplace,
): SchemaAct =>
  forceable((cascade) => ({
    operation: { kind: 'function.replace', function: name, input: body, cascade },
    run: () =>
      client.PUT('/api/v1/projects/{projectID}/schema/functions/{functionName}', {
        params: { path: { projectID, functionName: name }, query: { cascade } },
        body,
      }),
  }))

/** removeFunction drops a function; forced, also triggers and views that call it. */
export const removeFunction = (projectID: string, { name }: SqlFunction): SchemaAct =>
  forceable((cascade) => ({
    operation: { kind: 'function.remove', function: name, cascade },
    run: () =>
      client.DELETE('/api/v1/projects/{projectID}/schema/functions/{functionName}', {
        params: { path: { projectID, functionName: name }, query: { cascade } },
      }),
  }))

/** createTrigger makes a trigger. */
export const createTrigger = (projectID: string, body: TriggerCreate): SchemaAct => ({
  operation: { kind: 'trigger.create', input: body },
  run: () =>
    client.POST('/api/v1/projects/{projectID}/schema/triggers', { params: { path: { projectID } }, body }),
})

/** replaceTrigger changes a trigger. */
export const replaceTrigger = (projectID: string, { id }: Trigger, body: TriggerReplace): SchemaAct => ({
  operation: { kind: 'trigger.replace', trigger: id, input: body },
  run: () =>
    client.PUT('/api/v1/projects/{projectID}/schema/triggers/{triggerID}', {
      params: { path: { projectID, triggerID: id } },
      body,
    }),
})

/** removeTrigger drops a trigger. */
export const removeTrigger = (projectID: string, { id }: Trigger): SchemaAct => ({
  operation: { kind: 'trigger.remove', trigger: id },
  run: () =>
    client.DELETE('/api/v1/projects/{projectID}/schema/triggers/{triggerID}', {
      params: { path: { projectID, triggerID: id } },
    }),
})

const forceable = (act: (cascade: boolean) => SchemaAct): SchemaAct => ({ ...act(false), forced: act(true) })
