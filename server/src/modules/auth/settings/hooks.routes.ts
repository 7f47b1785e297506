// Routes of auth hooks: /projects/{projectID}/auth/hooks. Those who send codes read them, so only developers name them.

import type { Auth } from '#modules/auth/context/auth.ts'
import { updateHooks } from '#modules/auth/hooks/hook-settings.ts'
import * as schema from '#modules/auth/hooks/hooks.schema.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'

/** hookRoutes registers the routes of hooks. */
export function hookRoutes(app: App, { platform, hooks }: Auth): void {
  const routes = section(app, {
    at: '/projects/:projectID/auth/hooks',
    tag: 'Project auth settings',
    access: { by: ['dashboard'], scope: 'auth' },
    params: projectParams,
  })

  routes.get('', { summary: 'Get the auth hooks', response: answers(200, schema.hookSettings) }, (request) =>
    hooks.settings(projectOf(request).id),
  )

  routes.put(
    '',
    {
      summary: 'Change the auth hooks',
      description:
        'What is left out keeps its value; null removes a hook. A hook that fails refuses what it is asked about.',
      body: schema.hookUpdate,
      response: answers(200, schema.hookSettings),
    },
    (request) => updateHooks(platform, request.act, request.body),
  )
}
