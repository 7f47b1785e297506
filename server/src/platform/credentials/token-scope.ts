// What a personal access token may do at most: a part of what its owner may do at that moment.
import type { MemberRights } from './member-rights.ts'
import type { Permission } from './permissions.ts'

/** ACCESS_TOKEN_PREFIX begins every token, so that people and secret scanners know one: `msp_` and 43 characters. */
export const ACCESS_TOKEN_PREFIX = 'msp_'

/** isAccessToken reports whether a credential is a personal access token, by its prefix. */
export function isAccessToken(credential: string): boolean {
  return credential.startsWith(ACCESS_TOKEN_PREFIX)
}

/** TokenScope limits a token. Without organisations and projects it reaches all that its owner reaches. */
export interface TokenScope {
  /** permissions are names of permissions; `*` stands for all. */
  readonly permissions: readonly string[]
  /** organisation_ids are reached with all their projects. */
  readonly organisation_ids: readonly string[]
  /** project_ids are reached besides; nothing else of their organisations is. */
  readonly project_ids: readonly string[]
  readonly expires_at: Date
}

/** Place is where rights count: an organisation, or one of its projects. */
export interface Place {
  readonly organisation: string
  readonly project?: string | undefined
}

/** isLimited reports whether a token reaches some organisations and projects only. */
export function isLimited({ organisation_ids, project_ids }: TokenScope): boolean {
  return organisation_ids.length > 0 || project_ids.length > 0
}

/** reaches reports whether a token may be used in a place at all. */
export function reaches(scope: TokenScope, place: Place): boolean {
  const { organisation_ids, project_ids } = scope
  if (!isLimited(scope)) return true
  if (organisation_ids.includes(place.organisation)) return true
  return place.project !== undefined && project_ids.includes(place.project)
}

/** allows reports whether a token has a permission, as far as its owner has it. */
export function allows({ permissions }: TokenScope, permission: Permission): boolean {
  return permissions.includes('*') || permissions.includes(permission)
}

/** limitToToken returns the rights of a token whose owner has `rights` in a place. */
export function limitToToken(rights: MemberRights, scope: TokenScope, place: Place): MemberRights {
  const { role } = rights
  if (!reaches(scope, place)) return { role, permissions: new Set(), refusal: { message: OUT_OF_REACH } }
  const all = scope.permissions.includes('*')
  const permissions = all ? rights.permissions : rights.permissions.intersection(new Set(scope.permissions))
  return { role, permissions, byToken: true }
}

const OUT_OF_REACH = 'This access token is not for this organisation or project.'
