// The list of a project's users: searched, filtered, sorted and counted.
import type { z } from 'zod'
import { parsePhone } from '#engine/shapes/phone-number.ts'
import { listPrivateUsers } from '#modules/auth/store/private-users.store.ts'
import * as publicUsers from '#modules/auth/store/public-users.ts'
import { findMembers, findVerified, MAX_GROUP } from '#modules/auth/store/user-groups.store.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { userList } from './users.schema.ts'
import { presentUser } from './users.ts'

/**
 * listUsers returns a page of a project's users; `more` reports whether there is a next one, and `total` how many there are
 * on all pages, if `count` asks for it. It throws 400 where a filter finds more users than it can.
 */
export async function listUsers(
  platform: Platform,
  project: ProjectRecord,
  { state, confirmed, provider, role_id, count, ...query }: z.output<typeof userList>,
) {
  const { admin } = platform.clusters.of(project)
  const grouped = role_id !== undefined || provider !== undefined
  const members = grouped ? await findMembers(admin, project.id, { role_id, provider }) : undefined
  const verified = confirmed === undefined ? undefined : await findVerified(admin, project.id)
  for (const [name, group] of Object.entries({
    [provider === undefined ? 'role_id' : 'provider']: members,
    confirmed: verified,
  }))
    if (group !== undefined && group.count > MAX_GROUP)
      throw invalidInput(`${name}: more than ${MAX_GROUP} users match. Search by name or address instead.`)
  const search = {
    ...query,
    phone: query.search === undefined ? undefined : parsePhone(query.search)?.number,
    is_active: state === undefined ? undefined : state === 'active',
    members: members?.ids,
    verified: verified && { ...verified, wanted: confirmed === true },
  }
  const found = await publicUsers.listUsers(platform, project, search)
  const users = found.slice(0, query.limit)
  const ids = users.map(({ id }) => id)
  const fields = new Map((await listPrivateUsers(admin, project.id, ids)).map((row) => [row.id, row]))
  return {
    users: users.map((user) => presentUser(user, fields.get(user.id))),
    more: found.length > users.length,
    total: count ? await publicUsers.countUsers(platform, project, search) : undefined,
  }
}
