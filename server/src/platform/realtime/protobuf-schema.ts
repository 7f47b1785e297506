// The Protobuf schema of the Centrifuge protocol: field numbers of the fields that the server uses, by their names in
// JSON. Other fields are ignored.

/** Scalar is the type of a field; `json` is a value that is sent as JSON text. */
export type Scalar = 'uint' | 'int' | 'bool' | 'text' | 'json'

/** Field is a field's number and type, and whether it is repeated; a map is a repeated pair of key and value. */
export interface Field {
  readonly number: number
  readonly kind: Scalar | Shape
  readonly many?: 'list' | 'map'
}

/** Shape is a message type: its fields by name. */
export type Shape = { readonly [name: string]: Field }

const field = (number: number, kind: Scalar | Shape): Field => ({ number, kind })
const list = (number: number, kind: Shape): Field => ({ number, kind, many: 'list' })
const map = (number: number, kind: Shape): Field => ({ number, kind: entry(kind), many: 'map' })
const entry = (value: Shape): Shape => ({ key: field(1, 'text'), value: field(2, value) })

const nothing: Shape = {}
const ofChannel: Shape = { channel: field(1, 'text') }
const position: Shape = { offset: field(1, 'uint'), epoch: field(2, 'text') }

const subscribe: Shape = {
  channel: field(1, 'text'),
  recover: field(3, 'bool'),
  epoch: field(6, 'text'),
  offset: field(7, 'uint'),
  // Only its presence matters: filters are refused.
  tf: field(13, nothing),
  flag: field(14, 'int'),
  type: field(15, 'int'),
}

/** COMMAND is the message that clients send. */
export const COMMAND: Shape = {
  id: field(1, 'uint'),
  connect: field(4, { token: field(1, 'text'), subs: map(3, subscribe), name: field(4, 'text') }),
  subscribe: field(5, subscribe),
  unsubscribe: field(6, ofChannel),
  publish: field(7, { channel: field(1, 'text'), data: field(2, 'json') }),
  presence: field(8, ofChannel),
  presence_stats: field(9, ofChannel),
  history: field(10, {
    channel: field(1, 'text'),
    limit: field(7, 'int'),
    since: field(8, position),
    reverse: field(9, 'bool'),
  }),
  ping: field(11, nothing),
  send: field(12, nothing),
  rpc: field(13, nothing),
  refresh: field(14, { token: field(1, 'text') }),
  sub_refresh: field(15, nothing),
}

const clientInfo: Shape = { user: field(1, 'text'), client: field(2, 'text') }
const publication: Shape = {
  data: field(4, 'json'),
  info: field(5, clientInfo),
  offset: field(6, 'uint'),
}
const subscribed: Shape = {
  recoverable: field(3, 'bool'),
  epoch: field(6, 'text'),
  publications: list(7, publication),
  recovered: field(8, 'bool'),
  offset: field(9, 'uint'),
  positioned: field(10, 'bool'),
  was_recovering: field(12, 'bool'),
}
const connected: Shape = {
  client: field(1, 'text'),
  version: field(2, 'text'),
  expires: field(3, 'bool'),
  ttl: field(4, 'uint'),
}

/** REPLY is the message that the server sends. */
export const REPLY: Shape = {
  id: field(1, 'uint'),
  error: field(2, { code: field(1, 'uint'), message: field(2, 'text'), temporary: field(3, 'bool') }),
  push: field(4, {
    channel: field(2, 'text'),
    pub: field(4, publication),
    join: field(5, { info: field(1, clientInfo) }),
    leave: field(6, { info: field(1, clientInfo) }),
    unsubscribe: field(7, { code: field(2, 'uint'), reason: field(3, 'text') }),
  }),
  connect: field(5, {
    ...connected,
    subs: map(6, subscribed),
    ping: field(7, 'uint'),
    pong: field(8, 'bool'),
  }),
  subscribe: field(6, subscribed),
  unsubscribe: field(7, nothing),
  publish: field(8, nothing),
  presence: field(9, { presence: map(1, clientInfo) }),
  presence_stats: field(10, { num_clients: field(1, 'uint'), num_users: field(2, 'uint') }),
  history: field(11, {
    publications: list(1, publication),
    epoch: field(2, 'text'),
    offset: field(3, 'uint'),
  }),
  ping: field(12, nothing),
  refresh: field(14, connected),
}
