// Names of channels: `project:{id}:{slug}` for a table's changes (spec 6.1), `channel:{id}:{name}` for messages.

/** ChannelName is a parsed channel name. */
export interface ChannelName {
  readonly kind: 'table' | 'messages'
  readonly projectId: string
  readonly name: string
}

export function tableChannel(projectId: string, slug: string): string {
  return `project:${projectId}:${slug}`
}

export function messageChannel(projectId: string, name: string): string {
  return `channel:${projectId}:${name}`
}

/** parseChannel returns undefined if the name has neither form. */
export function parseChannel(channel: string): ChannelName | undefined {
  const [prefix, projectId, name, ...rest] = channel.split(':')
  if (projectId === undefined || name === undefined || rest.length > 0) return undefined
  if (prefix === 'project') return { kind: 'table', projectId, name }
  return prefix === 'channel' ? { kind: 'messages', projectId, name } : undefined
}
