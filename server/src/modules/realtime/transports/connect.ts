// Realtime tokens. That their tables and channels exist is checked here; access is checked for each event.
import { randomUUID } from 'node:crypto'
import type { CallerKind } from '#engine/conditions/sql/caller-sql.ts'
import { RowFilter } from '#modules/realtime/access/row-filter.ts'
import { checkWatchable } from '#modules/realtime/access/table-view.ts'
import type { Realtime } from '#modules/realtime/context/realtime.ts'
import { messageChannel, schemaChannel, tableChannel } from '#modules/realtime/settings/channel-names.ts'
import { credentialOf, subjectOf } from '#modules/realtime/tokens/principals.ts'
import * as store from '#modules/realtime/tokens/tokens.store.ts'
import { CONNECT_SECONDS, DASHBOARD_SECONDS } from '#modules/realtime/tokens/tokens.ts'
import {
  contextOf,
  type DashboardActor,
  type KeyActor,
  type ProjectRecord,
  type UserActor,
} from '#platform/credentials/actor.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { forbidden, notFound } from '#platform/errors/app-error.ts'

const TOKEN_TOPIC = topic('realtime-token')

/** connect returns a token of an API key or a project user for tables and channels, and the first channel's name. */
export async function connect(
  realtime: Realtime,
  project: ProjectRecord,
  actor: KeyActor | UserActor,
  wanted: {
    readonly table: readonly string[]
    readonly channel: readonly string[]
    readonly filter?: string | undefined
  },
) {
  // Whoever has the token can use it anywhere.
  if (actor.type === 'api_key' && actor.service)
    throw forbidden(
      'wrong_credentials',
      'Functions receive no tokens for live changes as the project. Subscribe over server-sent events.',
    )
  const tables = await Promise.all(
    wanted.table.map((slug) => openTable(realtime, project, contextOf(actor).kind, slug, wanted.filter)),
  )
  const rooms = await Promise.all(wanted.channel.map((name) => openRoom(realtime, project, name)))
  const channels = [...new Set([...tables, ...rooms])]
  const claims = {
    projectId: project.id,
    channels,
    filters: new Map(
      wanted.filter === undefined ? [] : tables.map((channel) => [channel, wanted.filter as string]),
    ),
    subject: subjectOf(actor),
    credential: credentialOf(actor),
  }
  return { ...(await realtime.tokens.issue(claims, CONNECT_SECONDS)), channel: channels[0] as string }
}

/** createToken returns a token of a dashboard user, who sees all rows. It is stored, so that it can be revoked. */
export async function createToken(
  realtime: Realtime,
  project: ProjectRecord,
  actor: DashboardActor,
  { table, schema }: { readonly table?: string | undefined; readonly schema?: boolean | undefined },
) {
  const { clusters, clock } = realtime.platform
  const ofTable = table === undefined ? null : await openTable(realtime, project, 'dashboard', table)
  const channel = schema === true ? schemaChannel(project.id) : ofTable
  const id = randomUUID()
  const now = clock.now()
  await store.insertToken(clusters.of(project).admin, {
    id,
    project_id: project.id,
    account_id: actor.account_id,
    session_id: actor.session_id,
    created_at: now,
    expires_at: new Date(now.getTime() + DASHBOARD_SECONDS * 1000),
  })
  const claims = {
    projectId: project.id,
    channels: channel === null ? [] : [channel],
    filters: new Map<string, string>(),
    subject: subjectOf(actor),
    credential: { kind: 'dashboard', token_id: id } as const,
  }
  return { id, channel, ...(await realtime.tokens.issue(claims, DASHBOARD_SECONDS)) }
}

/** removeToken revokes a token and closes its connections, on every node. */
export async function removeToken(realtime: Realtime, project: ProjectRecord, id: string): Promise<void> {
  const { clusters, invalidations } = realtime.platform
  if (!(await store.deleteToken(clusters.of(project).admin, project.id, id))) throw notFound('The token')
  await invalidations.publish(TOKEN_TOPIC, id)
}

/** watchTokens closes connections of this node when their token is revoked on any node. */
export function watchTokens({ platform, clients }: Pick<Realtime, 'platform' | 'clients'>): void {
  platform.invalidations.on(TOKEN_TOPIC, (id) =>
    clients.recheck(
      ({ credential }) =>
        credential?.kind === 'dashboard' && (id === undefined || credential.token_id === id),
    ),
  )
}

/** actorOfToken returns the actor of a realtime token, or undefined if it is no longer valid. */
export async function actorOfToken({ tokens, principals }: Realtime, token: string) {
  const claims = await tokens.read(token)
  if (typeof claims === 'string') return undefined
  return (await principals.find(claims.projectId, claims.credential))?.actor
}

/** openTable starts the capture of a table's changes, checks a filter of them, and returns its channel. Throws 400, 403 or 404. */
export async function openTable(
  realtime: Realtime,
  project: ProjectRecord,
  kind: CallerKind,
  slug: string,
  filter?: string,
): Promise<string> {
  const { platform, configs, changes, topics } = realtime
  const table = await platform.shapes.get(project, slug, kind)
  checkWatchable('table', table)
  if (filter !== undefined) await RowFilter.read(table, filter)
  const config = await configs.find(project.id)
  if (config?.settings.enabled !== true)
    throw forbidden(
      'turned_off',
      'Live changes are turned off for this project. Turn them on with PUT /realtime/settings.',
    )
  if (!config.isLive(table.id))
    throw forbidden(
      'turned_off',
      `Live changes of the table ${slug} are turned off. Enable its channel with PATCH /realtime/channels.`,
    )
  // Changes from now on must be available when the client subscribes.
  if (!topics.isWatched(table.id)) await changes.of(project).watch(project, table.id)
  return tableChannel(project.id, slug)
}

async function openRoom(realtime: Realtime, project: ProjectRecord, name: string): Promise<string> {
  const config = await realtime.configs.find(project.id)
  if (config?.findMessages(name) === undefined) throw notFound(`The channel ${name}`)
  return messageChannel(project.id, name)
}
