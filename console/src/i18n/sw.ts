// The messages in Kiswahili, loaded when they are chosen.
import type { Messages } from './en.ts'
import { account } from './sw/account.ts'
import { apiKeys } from './sw/api-keys.ts'
import { audit } from './sw/audit.ts'
import { billing } from './sw/billing.ts'
import { codeEditor } from './sw/code-editor.ts'
import { common } from './sw/common.ts'
import { cron } from './sw/cron.ts'
import { domains } from './sw/domains.ts'
import { environment } from './sw/environment.ts'
import { functions } from './sw/functions.ts'
import { grid } from './sw/grid.ts'
import { integrations } from './sw/integrations.ts'
import { logs } from './sw/logs.ts'
import { notifications } from './sw/notifications.ts'
import { organisations } from './sw/organisations.ts'
import { policies } from './sw/policies.ts'
import { projects } from './sw/projects.ts'
import { schema } from './sw/schema.ts'
import { settings } from './sw/settings.ts'
import { shell } from './sw/shell.ts'
import { signIn } from './sw/sign-in.ts'
import { sql } from './sw/sql.ts'
import { storage } from './sw/storage.ts'
import { tables } from './sw/tables.ts'
import { usage } from './sw/usage.ts'
import { users } from './sw/users.ts'
import { webhooks } from './sw/webhooks.ts'

/** sw is one object for each screen. */
export const sw = {
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
} satisfies Messages
