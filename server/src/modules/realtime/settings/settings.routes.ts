// Routes of the settings of live changes.

import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './settings.schema.ts'
import { getSettings, updateSettings } from './settings.ts'

/** liveSettingsRoutes registers the routes of settings. */
export function liveSettingsRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/realtime/settings',
    tag: 'Live changes',
    audit: { keys: false, states: 'people' },
    access: { by: ['dashboard'], scope: 'realtime' },
    params: projectParams,
  })

  routes.get(
    '',
    { summary: 'Get the settings of live changes', response: answers(200, schema.settings) },
    async (request) => {
      const { changed_at, ...settings } = await getSettings(platform, projectOf(request))
      return settings
    },
  )

  routes.put(
    '',
    {
      summary: 'Change the settings of live changes',
      description: 'What is left out keeps its value. It counts at once, also for open connections.',
      body: schema.settingsUpdate,
      response: answers(200, schema.settings),
    },
    (request) => updateSettings(platform, projectOf(request), request.body),
  )
}
