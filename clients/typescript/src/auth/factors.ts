// Second factors of the signed-in user: authenticator apps and recovery codes.
import type { Request } from '../http/http.ts'

/** Factor is an authenticator app. */
export interface Factor {
  readonly id: string
  readonly type: 'totp'
  readonly name: string | null
  readonly status: 'pending' | 'active'
  readonly created_at: string
  readonly activated_at: string | null
}

/** EnrolledFactor is a new authenticator with what the app needs, shown once. */
export interface EnrolledFactor extends Factor {
  /** secret is in base 32, to type in. */
  readonly secret: string
  /** uri is `otpauth://…`, to show as a QR code. */
  readonly uri: string
}

/** FactorProof is the user's password, and a code where there is a second factor already. */
export interface FactorProof {
  readonly name?: string
  readonly current_password?: string
  readonly code?: string
}

/** Factors lists, adds and removes them. */
export class Factors {
  readonly #request: Request
  readonly #path: string

  constructor(request: Request, path: string) {
    this.#request = request
    this.#path = `${path}/factors`
  }

  async list(): Promise<readonly Factor[]> {
    return (await this.#request<Factor[]>({ path: this.#path })).data
  }

  /** enrol adds an authenticator, which counts once it is activated. */
  enrol(proof: FactorProof = {}): Promise<EnrolledFactor> {
    return this.#send<EnrolledFactor>('POST', '', proof)
  }

  /** activate takes the first code of the app, and ends all other sessions. The first factor comes with recovery codes. */
  activate(
    id: string,
    { code }: { readonly code: string },
  ): Promise<{ readonly factor: Factor; readonly recovery_codes: readonly string[] | null }> {
    return this.#send('POST', `/${encodeURIComponent(id)}/activate`, { code })
  }

  /** remove gives a factor up; an active one takes a code. */
  async remove(id: string, proof: { readonly code?: string } = {}): Promise<void> {
    await this.#send('DELETE', `/${encodeURIComponent(id)}`, proof)
  }

  /** renewRecoveryCodes returns new recovery codes in place of the old ones, shown once. */
  renewRecoveryCodes(proof: { readonly code: string }): Promise<readonly string[]> {
    return this.#send('POST', '/recovery-codes', proof)
  }

  async #send<Data>(method: 'POST' | 'DELETE', path: string, body: object): Promise<Data> {
    return (await this.#request<Data>({ method, path: this.#path + path, body })).data
  }
}
