// What the description of a call is.
import type { Chain } from '@msingi/snippets/chain'

/** Shop is what calls name of a bookshop: the id of one book. */
export interface Shop {
  readonly book: string
}

/** Description is a call, and what it returns. */
export interface Description {
  readonly name: string
  readonly chain: (shop: Shop) => Chain
  readonly returns: unknown
  /** pick takes of what a language returns what all have. */
  readonly pick?: (value: any) => unknown
  /** isPublic is whether a publishable key makes it, and not a secret one. */
  readonly isPublic?: true
  /** isRefused is whether the server refuses it. */
  readonly isRefused?: true
  /** page is the page that begins with it. */
  readonly page?: string
}

/** HARD is a text of all that is hard to write. */
export const HARD = `It's "quoted", 100% \\ $dear, {braces} & é 🎉\nand goes on`
