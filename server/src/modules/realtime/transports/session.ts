// What a WebSocket connection knows of its client once that has sent a valid token.
import type { Principal } from '#modules/realtime/tokens/principals.ts'
import type { TokenClaims } from '#modules/realtime/tokens/tokens.ts'

/** Session is an authenticated client. Its principal is replaced when rights change, its claims by a refresh. */
export interface Session {
  claims: TokenClaims
  principal: Principal
}

/** disconnectOf returns the record of an ended connection that POST /realtime/explain shows. */
export function disconnectOf({ claims }: Session, reason: string, at: Date) {
  const { projectId: project_id, subject: user, channels } = claims
  return { project_id, user, channels, reason, at }
}
