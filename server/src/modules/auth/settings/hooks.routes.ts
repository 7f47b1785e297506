// Routes of auth hooks: /projects/{projectID}/auth/hooks. Those who send codes read them, so only developers name them.
import { projectParams } from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import { updateHooks } from '#modules/auth/hooks/hook-settings.ts'
import * as schema from '#modules/auth/hooks/hooks.schema.ts'
import { auditSourceOf } from '#platform/audit/audit.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'

const tags = ['Project auth settings']
const access = { by: ['dashboard'], scope: 'auth' } as const

/** hookRoutes registers the routes of hooks. */
export function hookRoutes(app: App, { platform, hooks }: Auth): void {
  app.get(
    '/projects/:projectID/auth/hooks',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get the auth hooks',
        params: projectParams,
        response: answers(200, schema.hookSettings),
      },
    },
    (request) => hooks.settings(projectOf(request).id),
  )

  app.put(
    '/projects/:projectID/auth/hooks',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Change the auth hooks',
        description:
          'What is left out keeps its value; null removes a hook. A hook that fails refuses what it is asked about.',
        params: projectParams,
        body: schema.hookUpdate,
        response: answers(200, schema.hookSettings),
      },
    },
    (request) => updateHooks(platform, auditSourceOf(request, platform.clock.now()), request.body),
  )
}
