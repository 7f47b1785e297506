// Names of channels: `project:{id}:{slug}` for a table's changes, `channel:{id}:{name}` for messages, and `schema:{id}:tables`
// for changes of the tables themselves.

/** ChannelName is a parsed channel name. */
export interface ChannelName {
  readonly kind: 'table' | 'messages' | 'schema'
  readonly projectId: string
  readonly name: string
}

export function tableChannel(projectId: string, slug: string): string {
  return `project:${projectId}:${slug}`
}

export function messageChannel(projectId: string, name: string): string {
  return `channel:${projectId}:${name}`
}

export function schemaChannel(projectId: string): string {
  return `schema:${projectId}:tables`
}

/** parseChannel returns undefined if the name has none of these forms. */
export function parseChannel(channel: string): ChannelName | undefined {
  const [prefix, projectId, name, ...rest] = channel.split(':')
  if (projectId === undefined || name === undefined || rest.length > 0) return undefined
  if (prefix === 'project') return { kind: 'table', projectId, name }
  if (prefix === 'schema' && name === 'tables') return { kind: 'schema', projectId, name }
  return prefix === 'channel' ? { kind: 'messages', projectId, name } : undefined
}
