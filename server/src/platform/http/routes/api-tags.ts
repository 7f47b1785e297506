// The parts of the API's description.
import { Contributions } from '#platform/contributions/contributions.ts'

/** ApiTags has every tag as a key. Modules extend it. */
export interface ApiTags extends Record<never, unknown> {}

export type ApiTag = keyof ApiTags & string

/** API_TAGS are the tags of all modules, with a sentence about each. */
export const API_TAGS = new Contributions<ApiTag, string>('tag')
