// The device: what the server has said at the last sign-in here is sent along with the next one, so that strangers who
// guess passwords and codes lock nobody out on a device that has signed in before. It is no credential.
import type { Send } from './http.ts'
import type { SessionStorage } from './storage.ts'

/** DeviceKeeper keeps the device token, also after signing out. */
export class DeviceKeeper {
  readonly #storage: SessionStorage
  readonly #name: string

  constructor(storage: SessionStorage, project: string) {
    this.#storage = storage
    this.#name = `msingi.device.${project}`
  }

  /** identify adds the token, if there is one, to what is sent. */
  async identify(body: object): Promise<object> {
    const device_token = await this.#storage.get(this.#name)
    return device_token === null ? body : { ...body, device_token }
  }

  /** listen makes a Send that keeps the token whenever an answer has one. */
  listen(send: Send): Send {
    return async (call, credentials) => {
      const reply = await send(call, credentials)
      const { device_token } = (reply.data ?? {}) as { readonly device_token?: unknown }
      if (typeof device_token === 'string') await this.#storage.set(this.#name, device_token)
      return reply as never
    }
  }
}
