import { snippetsOf } from '@msingi/snippets'
import type { Chain } from '@msingi/snippets/chain'
import type { Place } from '@msingi/snippets/place'
import { CodeSnippets } from './code-snippets.tsx'

/** WrittenSnippets writes a call in every language, and shows one. */
export function WrittenSnippets({
  place,
  chain,
  ...shown
}: {
  readonly place: Place
  readonly chain: Chain
  /** label names the choice of languages. */
  readonly label: string
  readonly language: string | undefined
  readonly onLanguage: (language: string) => void
}) {
  return <CodeSnippets {...shown} snippets={snippetsOf(place, chain)} />
}
