// Every step of the control plane's schema, in the order of their names.
import type { Migrations } from '#platform/db/migrations/migrate.ts'
import { foundation } from './0001-foundation.ts'
import { changeInbox } from './0002-change-inbox.ts'
import { environment } from './0003-environment.ts'
import { secrets } from './0004-secrets.ts'
import { storageEgress } from './0005-storage-egress.ts'
import { webhooks } from './0006-webhooks.ts'
import { cron } from './0007-cron.ts'
import { paymentSettings } from './0008-payment-settings.ts'
import { functions } from './0009-functions.ts'
import { functionTriggers } from './0010-function-triggers.ts'
import { rbac } from './0012-rbac.ts'
import { usage } from './0013-usage.ts'
import { events } from './0013b-events.ts'
import { requestLogs } from './0013c-request-logs.ts'
import { accountSafety } from './0014-account-safety.ts'
import { accessTokens } from './0015-access-tokens.ts'
import { singleSignOn } from './0015b-single-sign-on.ts'
import { operators } from './0015c-operators.ts'
import { billing } from './0016-billing.ts'
import { projectDeletion } from './0017-project-deletion.ts'
import { domains } from './0018-domains.ts'
import { integrations } from './0019-integrations.ts'
import { invocationCosts } from './0021-invocation-costs.ts'
import { consoleItems } from './0024-console-items.ts'
import { projectColor } from './0025-project-color.ts'
import { deletionProgress } from './0026-deletion-progress.ts'
import { codePlaces } from './0027-code-places.ts'
import { formerPaymentAccounts } from './0028-former-payment-accounts.ts'
import { auditStates } from './0030-audit-states.ts'
import { resumedRestores } from './0031-resumed-restores.ts'
import { backupSchedule } from './0032-backup-schedule.ts'
import { backupTrials } from './0033-backup-trials.ts'

/** platformMigrations are the steps of schema `platform`. */
export const platformMigrations: Migrations = {
  '0001-foundation': foundation,
  '0002-change-inbox': changeInbox,
  '0003-environment': environment,
  '0004-secrets': secrets,
  '0005-storage-egress': storageEgress,
  '0006-webhooks': webhooks,
  '0007-cron': cron,
  '0008-payment-settings': paymentSettings,
  '0009-functions': functions,
  '0010-function-triggers': functionTriggers,
  '0012-rbac': rbac,
  '0013-usage': usage,
  '0013b-events': events,
  '0013c-request-logs': requestLogs,
  '0014-account-safety': accountSafety,
  '0015-access-tokens': accessTokens,
  '0015b-single-sign-on': singleSignOn,
  '0015c-operators': operators,
  '0016-billing': billing,
  '0017-project-deletion': projectDeletion,
  '0018-domains': domains,
  '0019-integrations': integrations,
  '0021-invocation-costs': invocationCosts,
  '0024-console-items': consoleItems,
  '0025-project-color': projectColor,
  '0026-deletion-progress': deletionProgress,
  '0027-code-places': codePlaces,
  '0028-former-payment-accounts': formerPaymentAccounts,
  '0030-audit-states': auditStates,
  '0031-resumed-restores': resumedRestores,
  '0032-backup-schedule': backupSchedule,
  '0033-backup-trials': backupTrials,
}
