// Routes of the settings of live changes.

import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import { projectParams } from './realtime.schema.ts'
import * as schema from './settings.schema.ts'
import { getSettings, updateSettings } from './settings.ts'

const tags = ['Live changes']
const access = { by: ['dashboard'], scope: 'realtime' } as const

/** liveSettingsRoutes registers the routes of settings. */
export function liveSettingsRoutes(app: App, platform: Platform): void {
  app.get(
    '/projects/:projectID/realtime/settings',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get the settings of live changes',
        params: projectParams,
        response: answers(200, schema.settings),
      },
    },
    async (request) => {
      const { changed_at, ...settings } = await getSettings(platform, projectOf(request))
      return settings
    },
  )

  app.put(
    '/projects/:projectID/realtime/settings',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Change the settings of live changes',
        description: 'What is left out keeps its value. It counts at once, also for open connections.',
        params: projectParams,
        body: schema.settingsUpdate,
        response: answers(200, schema.settings),
      },
    },
    (request) => updateSettings(platform, projectOf(request), request.body),
  )
}
