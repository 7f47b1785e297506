// A call in every language: with the project's client where it has one, and as a request.
import { type Chain, readChain } from './chain.ts'
import { curlOf } from './curl.ts'
import { fetchOf } from './fetch.ts'
import { phpOf } from './php.ts'
import type { Place } from './place.ts'
import { pythonOf } from './python.ts'
import { requestOf } from './request.ts'
import { typescriptOf } from './typescript.ts'

/** Snippet is a program in one language. */
export interface Snippet {
  readonly value: string
  readonly title: string
  readonly code: string
}

const credentialOf = ({ key }: Place) => ({ 'X-PLATFORM-API-Key': key })

const resultOf = (chain: Chain) => readChain(chain).end.result ?? 'answer'

// In the order in which they are shown.
const LANGUAGES: Readonly<
  Record<string, { readonly title: string; readonly write: (place: Place, chain: Chain) => string }>
> = {
  curl: {
    title: 'curl',
    write: (place, chain) => curlOf(place.server, requestOf(chain, place.project), credentialOf(place)),
  },
  typescript: { title: 'TypeScript', write: typescriptOf },
  javascript: {
    title: 'JavaScript',
    write: (place, chain) =>
      fetchOf(place.server, requestOf(chain, place.project), credentialOf(place), resultOf(chain)),
  },
  python: { title: 'Python', write: pythonOf },
  php: { title: 'PHP', write: phpOf },
}

/** snippetsOf writes a call in every language. Throws a TypeError for a chain that is no call. */
export function snippetsOf(place: Place, chain: Chain): readonly Snippet[] {
  return Object.entries(LANGUAGES).map(([value, { title, write }]) => ({
    value,
    title,
    code: write(place, chain),
  }))
}
