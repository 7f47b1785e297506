// Bytes that were sent over a connection: each is counted once, however many requests the connection carries and however
// often it is looked at while one of them lasts.

/** Sender is a socket, which knows how much was written to it; those of tests do not. */
export interface Sender {
  readonly bytesWritten?: number
  [COUNTED_BYTES]?: number
}

const COUNTED_BYTES = Symbol('bytes that were counted')

/** sentSince returns how many bytes a socket was given since it was last asked. */
export function sentSince(socket: Sender): number {
  const written = socket.bytesWritten ?? 0
  const sent = written - (socket[COUNTED_BYTES] ?? 0)
  socket[COUNTED_BYTES] = written
  return sent
}
