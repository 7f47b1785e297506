// What a list of projects shows of each: how much it stores, and how busy it is.

import { type LatestUsage, latestUsage } from '#modules/plans/usage/usage.service.ts'
import { organisationsWith } from '#modules/tenancy/organisations/membership.service.ts'
import type { DashboardActor } from '#platform/credentials/actor.ts'
import { allows } from '#platform/credentials/token-scope.ts'
import type { Platform } from '#platform/platform.ts'

/** withFigures adds the figures of projects that the caller may see; null where they may not see the usage. */
export async function withFigures<Project extends { readonly id: string; readonly organisation_id: string }>(
  platform: Platform,
  { token, ...owner }: DashboardActor,
  projects: readonly Project[],
): Promise<(Project & { readonly figures: LatestUsage | null })[]> {
  const allowed =
    token === undefined || allows(token, 'usage:read')
      ? new Set(await organisationsWith(platform, owner, 'usage:read'))
      : new Set<string>()
  const shown = projects.filter(({ organisation_id }) => allowed.has(organisation_id)).map(({ id }) => id)
  const figures = await latestUsage(platform.clusters.main.admin, shown, platform.clock.now())
  return projects.map((project) => ({ ...project, figures: figures.get(project.id) ?? null }))
}
