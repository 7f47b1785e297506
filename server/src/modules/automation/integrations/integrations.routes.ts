// Routes of integrations: /projects/{projectID}/integrations. Dashboard users only.

import { z } from 'zod'
import { tenantOf } from '#platform/fairness/tenants.ts'
import { wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import type { RouteLimit } from '#platform/http/routes/rate-limits.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { forceQuery } from '#platform/references/references.ts'
import * as schema from './integrations.schema.ts'
import * as service from './integrations.ts'
import { testIntegration } from './test-message.ts'

const CHANGES: RouteLimit = { name: 'integration-changes', of: 'project', limit: 60, window_seconds: 60 }
// Each may cost the project money, and goes to whoever the caller names.
const TESTS: RouteLimit = { name: 'integration-tests', of: 'project', limit: 10, window_seconds: 60 }

/** integrationRoutes registers the routes of integrations. */
export function integrationRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/integrations',
    tag: 'Integrations',
    access: { by: ['dashboard'], scope: 'integrations' },
    params: projectParams,
  })

  routes.get(
    '',
    {
      summary: 'List integrations',
      description: 'Secrets are masked.',
      response: answers(200, z.array(schema.integration)),
    },
    (request) => service.listIntegrations(platform, projectOf(request)),
  )

  routes.post(
    '',
    {
      summary: 'Create an integration',
      description: 'Of those that send mail, and of those that send SMS, one at a time can be enabled.',
      body: schema.integrationCreate,
      response: answers(201, schema.integration),
      limit: CHANGES,
    },
    (request) => service.createIntegration(platform, request.act, request.body),
  )

  routes.get(
    '/:integrationID',
    {
      summary: 'Get an integration',
      params: schema.integrationParams,
      response: answers(200, schema.integration),
    },
    (request) => service.getIntegration(platform, projectOf(request), request.params.integrationID),
  )

  routes.patch(
    '/:integrationID',
    {
      summary: 'Change an integration',
      description: 'Secrets have to be given again where the address changes that they are sent to.',
      params: schema.integrationParams,
      body: schema.integrationUpdate,
      response: answers(200, schema.integration),
      limit: CHANGES,
    },
    (request) => service.updateIntegration(platform, request.act, request.params.integrationID, request.body),
  )

  routes.delete(
    '/:integrationID',
    {
      summary: 'Delete an integration',
      description:
        'One without which codes of end users could not be sent is a 409; `force=true` deletes it all the same.',
      params: schema.integrationParams,
      query: forceQuery,
      response: answers(204),
      limit: CHANGES,
    },
    (request) =>
      service.removeIntegration(platform, request.act, request.params.integrationID, request.query.force),
  )

  routes.post(
    '/:integrationID/test',
    {
      summary: 'Send a test message by an integration',
      description: 'It really sends, and answers with what the other side said. It is not tried again.',
      params: schema.integrationParams,
      body: schema.integrationTest,
      response: answers(200, schema.integrationTested),
      minimal: wholeAnswer,
      limit: TESTS,
    },
    (request) =>
      platform.gates.integration_tests.run(tenantOf(projectOf(request)), () =>
        testIntegration(platform, request.act, request.params.integrationID, request.body.to),
      ),
  )
}
