// Routes of row-level policies: /projects/{projectID}/tables/{tableID}/rls, and the explain route.
import { z } from 'zod'
import { scopeOf } from '#modules/schema/change/change-scope.service.ts'
import { contextOf } from '#platform/credentials/actor.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { actorOf, projectOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import { explain, explainStored } from './explain.ts'
import { listOpenTables } from './open-actions.service.ts'
import * as schema from './policies.schema.ts'
import * as service from './policies.service.ts'

const tags = ['Row-level security']
const access = { by: ['dashboard'], scope: 'policies' } as const

/** policyRoutes registers the routes of row-level policies. */
export function policyRoutes(app: App, platform: Platform): void {
  app.get(
    '/projects/:projectID/tables/:tableID/rls',
    {
      config: { access },
      schema: {
        tags,
        summary: "List a table's policies",
        params: schema.tableParams,
        response: answers(200, z.array(schema.policy)),
      },
    },
    async (request) => {
      const project = projectOf(request)
      const table = await service.getPolicyTable(platform, project, request.params.tableID)
      return service.listPolicies(platform, project, table)
    },
  )

  app.post(
    '/projects/:projectID/tables/:tableID/rls',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Create a policy',
        params: schema.tableParams,
        body: schema.policyCreate,
        response: answers(201, schema.policy),
      },
    },
    async (request, reply) => {
      const { condition = null, role_ids = null, ...rest } = request.body
      const policy = await service.createPolicy(platform, scopeOf(request), request.params.tableID, {
        ...rest,
        condition,
        role_ids,
      })
      reply.code(201)
      return policy
    },
  )

  app.put(
    '/projects/:projectID/tables/:tableID/rls',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Replace all policies of a table',
        description:
          'All or none: where one is refused, those of before stay. Policies that are in the list already keep their ids.',
        params: schema.tableParams,
        body: schema.policyList,
        response: answers(200, z.array(schema.policy)),
      },
    },
    (request) => {
      const wanted = request.body.policies.map(({ condition = null, role_ids = null, ...rest }) => ({
        ...rest,
        condition,
        role_ids,
      }))
      return service.replacePolicies(platform, scopeOf(request), request.params.tableID, wanted)
    },
  )

  app.get(
    '/projects/:projectID/rls',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List what the policies of all tables leave open',
        params: schema.projectParams,
        response: answers(200, z.array(schema.openTable)),
      },
    },
    (request) => listOpenTables(platform, projectOf(request)),
  )

  app.patch(
    '/projects/:projectID/tables/:tableID/rls/:policyID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Change a policy',
        params: schema.policyParams,
        body: schema.policyUpdate,
        response: answers(200, schema.policy),
      },
    },
    (request) => {
      const { tableID, policyID } = request.params
      return service.updatePolicy(platform, scopeOf(request), tableID, policyID, request.body)
    },
  )

  app.delete(
    '/projects/:projectID/tables/:tableID/rls/:policyID',
    {
      config: { access },
      schema: { tags, summary: 'Delete a policy', params: schema.policyParams, response: answers(204) },
    },
    async (request, reply) => {
      const { tableID, policyID } = request.params
      await service.removePolicy(platform, scopeOf(request), tableID, policyID)
      return reply.code(204).send()
    },
  )

  app.post(
    '/projects/:projectID/tables/:tableID/rls/check',
    {
      config: { access: { ...access, level: 'read' } },
      schema: {
        tags,
        summary: 'Check the condition of a policy without creating one',
        description:
          'Takes no lock. Only creating or changing a policy shows whether policies refer to each other in a circle.',
        params: schema.tableParams,
        body: schema.conditionBody,
        response: answers(200, schema.conditionCheck),
      },
    },
    (request) =>
      service.checkCondition(platform, projectOf(request), request.params.tableID, request.body.condition),
  )

  app.post(
    '/projects/:projectID/tables/:tableID/rls/explain',
    {
      config: { access: { ...access, level: 'read' } },
      schema: {
        tags,
        summary: 'Explain what the policies decide for a caller, an action and a row',
        description:
          'A publishable (or `secret`) key: `{"action": "select", "row_id": "…", "key": "publishable"}`. ' +
          'A signed-in user, about a row that is not stored: `{"action": "insert", "row": {"title": "…"}, "user": {"id": "…", ' +
          '"role_ids": ["…"], "claims": {"aal": "aal2"}}}`.',
        params: schema.tableParams,
        body: schema.explainBody,
        response: answers(200, schema.explanation),
      },
    },
    async (request) => {
      const project = projectOf(request)
      const table = await service.getPolicyTable(platform, project, request.params.tableID)
      return explain(platform, project, table, request.body)
    },
  )

  app.post(
    '/projects/:projectID/tables/:tableID/rls/explain-rows',
    {
      config: { access: { ...access, level: 'read', actAs: true } },
      schema: {
        tags,
        summary: 'Explain what the policies decide about stored rows for the caller',
        description:
          'With `X-Msingi-As` for an end user or a key, with the claims that they really have. Ids of no row are left out.',
        params: schema.tableParams,
        body: schema.explainRowsBody,
        response: answers(200, z.array(schema.rowExplanation)),
      },
    },
    async (request) => {
      const [project, { action, row_ids: ids }] = [projectOf(request), request.body]
      const table = await service.getPolicyTable(platform, project, request.params.tableID)
      return explainStored(platform, project, table, { action, ids, caller: contextOf(actorOf(request)) })
    },
  )
}
