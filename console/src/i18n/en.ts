// The messages in English, which are also the type of those in other languages: a missing one does not compile.
import { account } from './en/account.ts'
import { apiKeys } from './en/api-keys.ts'
import { codeEditor } from './en/code-editor.ts'
import { common } from './en/common.ts'
import { grid } from './en/grid.ts'
import { logs } from './en/logs.ts'
import { projects } from './en/projects.ts'
import { shell } from './en/shell.ts'
import { signIn } from './en/sign-in.ts'
import { tables } from './en/tables.ts'
import { usage } from './en/usage.ts'
import { users } from './en/users.ts'

/** en is one object for each screen. */
export const en = {
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
}

/** Messages is what a language has to say. */
export type Messages = typeof en
