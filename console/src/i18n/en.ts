// The messages in English, which are also the type of those in other languages: a missing one does not compile.
import { account } from './en/account.ts'
import { apiKeys } from './en/api-keys.ts'
import { audit } from './en/audit.ts'
import { billing } from './en/billing.ts'
import { codeEditor } from './en/code-editor.ts'
import { common } from './en/common.ts'
import { cron } from './en/cron.ts'
import { domains } from './en/domains.ts'
import { environment } from './en/environment.ts'
import { functions } from './en/functions.ts'
import { grid } from './en/grid.ts'
import { integrations } from './en/integrations.ts'
import { logs } from './en/logs.ts'
import { notifications } from './en/notifications.ts'
import { organisations } from './en/organisations.ts'
import { policies } from './en/policies.ts'
import { projects } from './en/projects.ts'
import { schema } from './en/schema.ts'
import { settings } from './en/settings.ts'
import { shell } from './en/shell.ts'
import { signIn } from './en/sign-in.ts'
import { sql } from './en/sql.ts'
import { storage } from './en/storage.ts'
import { tables } from './en/tables.ts'
import { usage } from './en/usage.ts'
import { users } from './en/users.ts'
import { webhooks } from './en/webhooks.ts'

/** en is one object for each screen. */
export const en = {
  account,
  apiKeys,
  audit,
  billing,
  codeEditor,
  common,
  cron,
  domains,
  environment,
  functions,
  grid,
  integrations,
  logs,
  notifications,
  organisations,
  policies,
  projects,
  schema,
  settings,
  shell,
  signIn,
  sql,
  storage,
  tables,
  usage,
  users,
  webhooks,
}

/** Messages is what a language has to say. */
export type Messages = typeof en
