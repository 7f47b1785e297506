// Routes of row-level policies: /projects/{projectID}/tables/{tableID}/rls, and the explain route.

import { z } from 'zod'
import { scopeOf } from '#modules/database/schema/change/change-scope.service.ts'
import { contextOf } from '#platform/credentials/actor.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { actorOf, projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { explain, explainStored } from './explain.ts'
import { listOpenTables } from './open-actions.service.ts'
import * as schema from './policies.schema.ts'
import * as service from './policies.service.ts'
import { replacePolicies } from './table-policies.service.ts'

const access = { by: ['dashboard'], scope: 'policies' } as const

/** policyRoutes registers the routes of row-level policies. */
export function policyRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID',
    tag: 'Row-level security',
    access,
    params: projectParams,
  })

  routes.get(
    '/tables/:tableID/rls',
    {
      summary: "List a table's policies",
      params: schema.tableParams,
      response: answers(200, z.array(schema.policy)),
    },
    async (request) => {
      const project = projectOf(request)
      const table = await service.getPolicyTable(platform, project, request.params.tableID)
      return service.listPolicies(platform, project, table)
    },
  )

  routes.post(
    '/tables/:tableID/rls',
    {
      summary: 'Create a policy',
      params: schema.tableParams,
      body: schema.policyCreate,
      response: answers(201, schema.policy),
    },
    (request) => {
      const { condition = null, role_ids = null, ...rest } = request.body
      return service.createPolicy(platform, scopeOf(request), request.params.tableID, {
        ...rest,
        condition,
        role_ids,
      })
    },
  )

  routes.put(
    '/tables/:tableID/rls',
    {
      summary: 'Replace all policies of a table',
      description: 'All or none. Policies that are in the list already keep their ids.',
      params: schema.tableParams,
      body: schema.policyList,
      response: answers(200, z.array(schema.policy)),
    },
    (request) => replacePolicies(platform, scopeOf(request), request.params.tableID, request.body.policies),
  )

  routes.get(
    '/rls',
    {
      summary: 'List what the policies of all tables leave open',
      response: answers(200, z.array(schema.openTable)),
    },
    (request) => listOpenTables(platform, projectOf(request)),
  )

  routes.patch(
    '/tables/:tableID/rls/:policyID',
    {
      summary: 'Change a policy',
      params: schema.policyParams,
      body: schema.policyUpdate,
      response: answers(200, schema.policy),
    },
    (request) => {
      const { tableID, policyID } = request.params
      return service.updatePolicy(platform, scopeOf(request), tableID, policyID, request.body)
    },
  )

  routes.delete(
    '/tables/:tableID/rls/:policyID',
    { summary: 'Delete a policy', params: schema.policyParams, response: answers(204) },
    (request) => {
      const { tableID, policyID } = request.params
      return service.removePolicy(platform, scopeOf(request), tableID, policyID)
    },
  )

  routes.post(
    '/tables/:tableID/rls/check',
    {
      summary: 'Check the condition of a policy without creating one',
      description:
        'Takes no lock. Only creating or changing a policy shows whether policies refer to each other in a circle.',
      params: schema.tableParams,
      body: schema.conditionBody,
      response: answers(200, schema.conditionCheck),
      access: { ...access, level: 'read' },
    },
    (request) =>
      service.checkCondition(platform, projectOf(request), request.params.tableID, request.body.condition),
  )

  routes.post(
    '/tables/:tableID/rls/explain',
    {
      summary: 'Explain what the policies decide for a caller, an action and a row',
      description:
        'A publishable (or `secret`) key: `{"action": "select", "row_id": "…", "key": "publishable"}`. ' +
        'A signed-in user, about a row that is not stored: `{"action": "insert", "row": {"title": "…"}, "user": {"id": "…", ' +
        '"role_ids": ["…"], "claims": {"aal": "aal2"}}}`.',
      params: schema.tableParams,
      body: schema.explainBody,
      response: answers(200, schema.explanation),
      access: { ...access, level: 'read' },
    },
    async (request) => {
      const project = projectOf(request)
      const table = await service.getPolicyTable(platform, project, request.params.tableID)
      return explain(platform, project, table, request.body)
    },
  )

  routes.post(
    '/tables/:tableID/rls/explain-rows',
    {
      summary: 'Explain what the policies decide about stored rows for the caller',
      description:
        'With `X-Msingi-As` for an end user or a key, with the claims that they really have. Ids of no row are left out.',
      params: schema.tableParams,
      body: schema.explainRowsBody,
      response: answers(200, z.array(schema.rowExplanation)),
      access: { ...access, level: 'read', actAs: true },
    },
    async (request) => {
      const [project, { action, row_ids: ids }] = [projectOf(request), request.body]
      const table = await service.getPolicyTable(platform, project, request.params.tableID)
      return explainStored(platform, project, table, { action, ids, caller: contextOf(actorOf(request)) })
    },
  )
}
