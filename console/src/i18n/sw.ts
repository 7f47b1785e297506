// The messages in Kiswahili, loaded when they are chosen.
import type { Messages } from './en.ts'
import { account } from './sw/account.ts'
import { apiKeys } from './sw/api-keys.ts'
import { codeEditor } from './sw/code-editor.ts'
import { common } from './sw/common.ts'
import { grid } from './sw/grid.ts'
import { logs } from './sw/logs.ts'
import { projects } from './sw/projects.ts'
import { shell } from './sw/shell.ts'
import { signIn } from './sw/sign-in.ts'
import { tables } from './sw/tables.ts'
import { usage } from './sw/usage.ts'
import { users } from './sw/users.ts'

/** sw is one object for each screen. */
export const sw = {
  account,
  apiKeys,
  codeEditor,
  common,
  grid,
  logs,
  projects,
  shell,
  signIn,
  tables,
  usage,
  users,
} satisfies Messages
