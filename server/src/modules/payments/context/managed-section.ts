// The routes by which a project looks after its payments: for its servers and the dashboard, never for end users.
import type { App } from '#platform/http/routes/app-types.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'

/** managedSection begins a section of them below /projects/{projectID}/payments. */
export const managedSection = (app: App, below = '') =>
  section(app, {
    at: `/projects/:projectID/payments${below}`,
    tag: 'Payments',
    group: 'payments',
    audit: { keys: false, states: 'everybody' },
    access: { by: ['api_key', 'dashboard'], scope: 'payments', secretOnly: true },
    params: projectParams,
  })
