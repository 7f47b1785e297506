// The device token: the server returns it after a sign-in, and gets it back with the next one, so that attackers who guess
// passwords and codes elsewhere do not lock this device out. It is not a credential.
import type { Call, Request } from '../http/http.ts'
import type { SessionStorage } from '../runtime/storage.ts'

/** DeviceKeeper keeps the device token, also after signing out. */
export class DeviceKeeper {
  readonly #storage: SessionStorage
  readonly #name: string

  constructor(storage: SessionStorage, project: string) {
    this.#storage = storage
    this.#name = `msingi.device.${project}`
  }

  /** identify returns the body with the device token, if there is one. */
  async identify(body: object): Promise<object> {
    const device_token = await this.#storage.get(this.#name)
    return device_token === null ? body : { ...body, device_token }
  }

  /** listen returns a Request that stores the device token of every response that has one. */
  listen(request: Request): Request {
    return async <Data>(call: Call) => {
      const reply = await request<Data>(call)
      const { device_token } = (reply.data ?? {}) as { readonly device_token?: unknown }
      if (typeof device_token === 'string') await this.#storage.set(this.#name, device_token)
      return reply
    }
  }
}
