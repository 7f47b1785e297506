// How clients call channels: a table's changes by the name that the specification gives (6.1), others by one beside it.

/** ChannelName is a channel's name taken apart. */
export interface ChannelName {
  readonly kind: 'table' | 'messages'
  readonly projectId: string
  readonly name: string
}

/** tableChannel names the channel of a table's changes. */
export function tableChannel(projectId: string, slug: string): string {
  return `project:${projectId}:${slug}`
}

/** messageChannel names a channel of the clients' own messages. It can never be taken for that of a table. */
export function messageChannel(projectId: string, name: string): string {
  return `channel:${projectId}:${name}`
}

/** parseChannel takes a name apart, or gives undefined where nothing can be called so. */
export function parseChannel(channel: string): ChannelName | undefined {
  const [prefix, projectId, name, ...rest] = channel.split(':')
  if (projectId === undefined || name === undefined || rest.length > 0) return undefined
  if (prefix === 'project') return { kind: 'table', projectId, name }
  return prefix === 'channel' ? { kind: 'messages', projectId, name } : undefined
}
