// Sign-in with an identity provider: authorization code with PKCE, whose verifier never leaves the device.
import { MsingiError } from '../http/error.ts'
import type { SessionStorage } from '../runtime/storage.ts'

/** ProviderSignIn makes the address to open, and keeps the verifier until the browser is back. */
export class ProviderSignIn {
  readonly #storage: SessionStorage
  readonly #name: string
  readonly #address: string

  constructor(storage: SessionStorage, project: string, address: string) {
    this.#storage = storage
    this.#name = `msingi.verifier.${project}`
    this.#address = address
  }

  /** begin returns the address that the browser has to open. */
  async begin(provider: string, redirectTo: string): Promise<string> {
    if (crypto.subtle === undefined)
      throw new MsingiError('Browsers can sign in with providers on https and localhost only.', { status: 0 })
    const verifier = base64Url(crypto.getRandomValues(new Uint8Array(32)))
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
    await this.#storage.set(this.#name, verifier)
    const query = new URLSearchParams({
      redirect_to: redirectTo,
      code_challenge: base64Url(new Uint8Array(digest)),
      code_challenge_method: 'S256',
    })
    return `${this.#address}/providers/${encodeURIComponent(provider)}/authorize?${query}`
  }

  /** exchange returns what `POST /auth/token` takes for the address that the browser came back to. Throws if the sign-in has failed. */
  async exchange(landed: string): Promise<{ readonly code: string; readonly code_verifier: string }> {
    const { searchParams } = new URL(landed)
    const [code, error] = [searchParams.get('code'), searchParams.get('error')]
    if (code === null)
      throw new MsingiError(
        searchParams.get('error_description') ?? error ?? 'The address has no code of a sign-in.',
        {
          status: 400,
          ...(error === null ? {} : { code: error }),
        },
      )
    const verifier = await this.#storage.get(this.#name)
    if (verifier === null)
      throw new MsingiError('This sign-in was not begun here. Begin again with startProviderSignIn.', {
        status: 400,
      })
    await this.#storage.remove(this.#name)
    return { code, code_verifier: verifier }
  }
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
