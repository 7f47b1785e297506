// The messages in Kiswahili, loaded when they are chosen.
import type { Messages } from './en.ts'
import { apiKeys } from './sw/api-keys.ts'
import { common } from './sw/common.ts'
import { projects } from './sw/projects.ts'
import { shell } from './sw/shell.ts'
import { signIn } from './sw/sign-in.ts'

/** sw is one object for each screen. */
export const sw = { apiKeys, common, projects, shell, signIn } satisfies Messages
