// Why did a subscriber not get an event? Everything on its way is looked at: settings, connection, policies.
import type { z } from 'zod'
import { findUserIdentity } from '#modules/auth/auth.service.ts'
import { explainRead, type ReadQuestion } from '#modules/policies/live.service.ts'
import { findFailure } from '#platform/changes/state/watched-tables.store.ts'
import type { Actor, ProjectRecord } from '#platform/credentials/actor.ts'
import { notFound } from '#platform/errors/app-error.ts'
import type { LiveClient } from '#realtime/context/clients.ts'
import type { Realtime } from '#realtime/context/realtime.ts'
import { tableChannel } from '#realtime/settings/channel-names.ts'
import type { LiveConfig } from '#realtime/settings/live-config.ts'
import { checkWatchable } from '#realtime/tables/table-view.ts'
import type { explainBody } from './explain.schema.ts'

type Question = z.output<typeof explainBody>

const FLAGS = {
  INSERT: 'broadcast_inserts',
  UPDATE: 'broadcast_updates',
  DELETE: 'broadcast_deletes',
} as const

/** explainEvent says whether a subscriber gets an event, and what stands in the way. */
export async function explainEvent(realtime: Realtime, project: ProjectRecord, question: Question) {
  const { platform, configs, clients } = realtime
  const table = await platform.shapes.get(project, question.table)
  checkWatchable('table', table)
  const config = await configs.find(project.id)
  if (config === undefined) throw notFound('The project')
  const channel = tableChannel(project.id, table.slug)
  const connections = clients
    .of(project.id)
    .filter((client) => isOf(client, question) && client.follows(channel))
  const { row_id, row } = question
  const read = await explainRead(platform, project, table, {
    ...(await whoOf(realtime, project, question, connections[0]?.actor)),
    row_id,
    row,
  })
  const failure = await findFailure(platform.clusters.of(project).admin, table.id)
  const reasons = [
    ...silenceOf(config, table.id, question.type),
    ...(failure === undefined
      ? []
      : [`The table is not captured since ${failure.failed_at.toISOString()}: ${failure.failure}`]),
    ...(connections.length === 0 ? ['No connection of this subscriber follows the table on this node.'] : []),
    ...(read.allowed ? [] : [`The subscriber may not see the row: ${read.reason}`]),
  ]
  const subject = question.user_id === undefined ? `project:${project.id}` : `user:${question.user_id}`
  const ended = clients
    .farewellsOf(project.id)
    .filter(({ user, channels }) => user === subject && channels.includes(channel))
  return {
    delivered: reasons.length === 0,
    reasons,
    connections: connections.length,
    last_disconnects: ended.slice(0, 10).map(({ reason, at }) => ({ reason, at })),
    policies: read.policies,
  }
}

function isOf({ actor }: LiveClient, { key, user_id }: Question): boolean {
  if (actor?.type === 'api_key') return actor.kind === key
  return actor?.type === 'project_user' && actor.user_id === user_id
}

function silenceOf(config: LiveConfig, tableId: string, type: Question['type']): string[] {
  if (!config.settings.enabled) return ['Live changes are turned off for this project (settings.enabled).']
  if (!config.carries(tableId)) return ['Live changes of this table are turned off by its channel.']
  return config.settings[FLAGS[type]] ? [] : [`${type} events are turned off (settings.${FLAGS[type]}).`]
}

async function whoOf(
  { platform }: Realtime,
  project: ProjectRecord,
  { key, user_id }: Question,
  connected: Actor | undefined,
): Promise<Pick<ReadQuestion, 'key' | 'user'>> {
  if (user_id === undefined) return { key }
  // Some claims are of the session, such as a second factor: whoever is connected is judged by their own.
  if (connected?.type === 'project_user') {
    const { email, role_ids, ...claims } = JSON.parse(connected.context.claims)
    return { user: { id: user_id, role_ids, claims, ...(email === null ? {} : { email }) } }
  }
  const identity = await findUserIdentity(platform, project, user_id)
  if (identity === undefined) throw notFound('The user')
  return { user: { id: user_id, ...identity } }
}
