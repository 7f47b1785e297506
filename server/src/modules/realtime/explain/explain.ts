// Why did a subscriber not receive an event? Checks all that decides about it: settings, capture, connection, policies.
import type { z } from 'zod'
import { findUserIdentity } from '#modules/auth/auth.service.ts'
import { explainRead, type ReadQuestion } from '#modules/database/policies/live.service.ts'
import { claimsOf } from '#modules/realtime/access/callers.ts'
import { checkWatchable } from '#modules/realtime/access/table-view.ts'
import type { LiveClient } from '#modules/realtime/context/clients.ts'
import type { Realtime } from '#modules/realtime/context/realtime.ts'
import { tableChannel } from '#modules/realtime/settings/channel-names.ts'
import type { LiveConfig } from '#modules/realtime/settings/live-config.ts'
import { findFailure } from '#platform/changes/state/watched-tables.store.ts'
import type { Actor, ProjectRecord } from '#platform/credentials/actor.ts'
import { notFound } from '#platform/errors/app-error.ts'
import type { explainBody } from './explain.schema.ts'

type ExplainQuestion = z.output<typeof explainBody>

const FLAGS = {
  INSERT: 'broadcast_inserts',
  UPDATE: 'broadcast_updates',
  DELETE: 'broadcast_deletes',
} as const

/** explainEvent returns whether a subscriber receives an event, with every reason why not. */
export async function explainEvent(realtime: Realtime, project: ProjectRecord, question: ExplainQuestion) {
  const { platform, configs, clients } = realtime
  const table = await platform.shapes.get(project, question.table)
  checkWatchable('table', table)
  const config = await configs.find(project.id)
  if (config === undefined) throw notFound('The project')
  const channel = tableChannel(project.id, table.slug)
  const connections = clients
    .of(project.id)
    .filter((client) => isOf(client, question) && client.isSubscribed(channel))
  const { row_id, row } = question
  const read = await explainRead(platform, project, table, {
    ...(await subscriberOf(realtime, project, question, connections[0]?.actor)),
    row_id,
    row,
  })
  const failure = await findFailure(platform.clusters.of(project).admin, table.id)
  const reasons = [
    ...settingsAgainst(config, table.id, question.type),
    ...(failure === undefined
      ? []
      : [`The table has not been captured since ${failure.failed_at.toISOString()}: ${failure.failure}`]),
    ...(connections.length === 0
      ? ['This subscriber has no connection on this node that is subscribed to the table.']
      : []),
    ...(read.allowed ? [] : [`The subscriber is not allowed to see the row: ${read.reason}`]),
  ]
  const subject = question.user_id === undefined ? `project:${project.id}` : `user:${question.user_id}`
  const ended = clients
    .disconnectsOf(project.id)
    .filter(({ user, channels }) => user === subject && channels.includes(channel))
  return {
    delivered: reasons.length === 0,
    reasons,
    connections: connections.length,
    filters: [...new Set(connections.map((client) => client.filterOf(channel)))].filter(
      (filter) => filter !== undefined,
    ),
    last_disconnects: ended.slice(0, 10).map(({ reason, at }) => ({ reason, at })),
    policies: read.policies,
  }
}

function isOf({ actor }: LiveClient, { key, user_id }: ExplainQuestion): boolean {
  if (actor?.type === 'api_key') return actor.kind === key
  return actor?.type === 'project_user' && actor.user_id === user_id
}

function settingsAgainst(config: LiveConfig, tableId: string, type: ExplainQuestion['type']): string[] {
  if (!config.settings.enabled) return ['Live changes are turned off for this project (settings.enabled).']
  if (!config.isLive(tableId)) return ['Live changes of this table are turned off: its channel is disabled.']
  return config.settings[FLAGS[type]] ? [] : [`${type} events are turned off (settings.${FLAGS[type]}).`]
}

async function subscriberOf(
  { platform }: Realtime,
  project: ProjectRecord,
  { key, user_id }: ExplainQuestion,
  connected: Actor | undefined,
): Promise<Pick<ReadQuestion, 'key' | 'user'>> {
  if (user_id === undefined) return { key }
  // Some claims belong to the session, such as a second factor: a connected user is checked by those of the connection.
  if (connected?.type === 'project_user') {
    const { email, role_ids, ...claims } = claimsOf(connected)
    return { user: { id: user_id, role_ids: role_ids ?? [], claims, ...(email === null ? {} : { email }) } }
  }
  const identity = await findUserIdentity(platform, project, user_id)
  if (identity === undefined) throw notFound('The user')
  return { user: { id: user_id, ...identity } }
}
