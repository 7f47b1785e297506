// Sign-in with an identity provider: authorization code with PKCE, whose verifier never leaves the device.
import { MsingiError } from '../http/error.ts'
import { encodeBase64Url, randomText } from '../runtime/base64-url.ts'
import type { SessionStorage } from '../runtime/storage.ts'

/** Proof is what `POST /auth/token` takes. */
export interface Proof {
  readonly code: string
  readonly code_verifier: string
}

type Attempts = readonly (readonly [id: string, verifier: string])[]

// Several tabs may have begun; what was given up is forgotten.
const MOST_ATTEMPTS = 5
const ATTEMPT = 'msingi_sign_in'

/** ProviderSignIn makes the address to open, and keeps the verifier until the browser is back. */
export class ProviderSignIn {
  readonly #storage: SessionStorage
  readonly #name: string
  readonly #address: string

  constructor(storage: SessionStorage, project: string, address: string) {
    this.#storage = storage
    this.#name = `msingi.verifiers.${project}`
    this.#address = address
  }

  /** begin returns the address that the browser has to open. */
  async begin(provider: string, redirectTo: string): Promise<string> {
    if (crypto.subtle === undefined)
      throw new MsingiError('Browsers can sign in with providers on https and localhost only.', { status: 0 })
    const [id, verifier] = [randomText(9), randomText(32)]
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
    await this.#keep([...(await this.#attempts()), [id, verifier] as const].slice(-MOST_ATTEMPTS))
    const back = new URL(redirectTo)
    back.searchParams.set(ATTEMPT, id)
    const query = new URLSearchParams({
      redirect_to: back.href,
      code_challenge: encodeBase64Url(new Uint8Array(digest)),
      code_challenge_method: 'S256',
    })
    return `${this.#address}/providers/${encodeURIComponent(provider)}/authorize?${query}`
  }

  /**
   * proofOf returns the proof for the address that the browser came back to; `forget` when the server has taken it. Throws if
   * the sign-in has failed.
   */
  async proofOf(landed: string): Promise<{ readonly proof: Proof; forget(): Promise<void> }> {
    const { searchParams } = new URL(landed)
    const [code, error] = [searchParams.get('code'), searchParams.get('error')]
    if (code === null) throw failure(error, searchParams.get('error_description'))
    const id = searchParams.get(ATTEMPT)
    const attempt = (await this.#attempts()).find(([one]) => one === id)
    if (attempt === undefined)
      throw new MsingiError('This sign-in was not begun here. Begin again with startProviderSignIn.', {
        status: 400,
      })
    const forget = async () => this.#keep((await this.#attempts()).filter(([one]) => one !== id))
    return { proof: { code, code_verifier: attempt[1] }, forget }
  }

  async #attempts(): Promise<Attempts> {
    try {
      const kept: unknown = JSON.parse((await this.#storage.get(this.#name)) ?? '[]')
      return Array.isArray(kept) ? kept : []
    } catch {
      // Other code of the page can have written anything under this name.
      return []
    }
  }

  async #keep(attempts: Attempts): Promise<void> {
    if (attempts.length === 0) await this.#storage.remove(this.#name)
    else await this.#storage.set(this.#name, JSON.stringify(attempts))
  }
}

function failure(error: string | null, description: string | null): MsingiError {
  const message = description ?? error ?? 'The address has no code of a sign-in.'
  return new MsingiError(message, { status: 400, ...(error !== null && { code: error }) })
}
