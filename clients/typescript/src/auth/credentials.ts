// Whose requests they are: the signed-in user's, or the key's alone.
import { MsingiError } from '../http/error.ts'
import { type Credentials, type Exchange, isStream, send, type Wire } from '../http/http.ts'
import type { SessionKeeper } from './session.ts'

/** exchangeAs returns an Exchange that sends calls with some headers. */
export function exchangeAs(wire: Wire, credentials: Credentials): Exchange {
  return (call, read) => send(wire, call, credentials, read)
}

/**
 * exchangeAsUser returns an Exchange that sends calls as the signed-in user, or with the key alone where nobody is; with
 * `isUserOnly` such calls are refused. What one user began is refused once another, or nobody, is signed in.
 */
export function exchangeAsUser(
  wire: Wire,
  key: Credentials,
  session: SessionKeeper,
  isUserOnly: boolean,
): Exchange {
  return async (call, read) => {
    const { began = session.changes } = call
    // The user's token takes precedence over the key.
    const sendWith = (token: string) => send(wire, call, { ...key, authorization: `Bearer ${token}` }, read)
    const bearer = await session.bearer()
    if (session.changes !== began)
      throw new MsingiError('Another user, or nobody, is signed in since this began. Begin again.', {
        status: 401,
      })
    if (bearer === undefined && isUserOnly) throw new MsingiError('Nobody is signed in.', { status: 401 })
    if (bearer === undefined) return send(wire, call, key, read)
    try {
      return await sendWith(bearer.token)
    } catch (error) {
      // A stream is gone once it was sent.
      if (!(error instanceof MsingiError && error.challenged) || isStream(call.content)) throw error
      // The clock of the device may be wrong, or the session was ended on another device.
      const renewed = await session.refresh()
      // Another user may have signed in meanwhile: do not repeat the request as that user.
      if (renewed === undefined || renewed.userId !== bearer.userId) throw error
      return sendWith(renewed.token)
    }
  }
}
