// Every step of what a cluster needs, in the order of their names.
import type { Migrations } from '#platform/db/migrations/migrate.ts'
import { foundation } from './0001-foundation.ts'
import { projectUsers } from './0002-project-users.ts'
import { messageTemplates } from './0003-message-templates.ts'
import { userFactors } from './0004-user-factors.ts'
import { identityProviders } from './0005-identity-providers.ts'
import { savedQueries } from './0006-saved-queries.ts'
import { schemaHistory } from './0007-schema-history.ts'
import { changeFeed } from './0008-change-feed.ts'
import { realtime } from './0009-realtime.ts'
import { disownedPhones } from './0010-disowned-phones.ts'
import { ownCatalog } from './0011-own-catalog.ts'
import { watchLeases } from './0012-watch-leases.ts'
import { ownPrinters } from './0013-own-printers.ts'
import { stopProjects } from './0014-stop-projects.ts'
import { leaseNotes } from './0015-lease-notes.ts'
import { valueErrors } from './0016-value-errors.ts'
import { captureFailures } from './0017-capture-failures.ts'
import { guesses } from './0018-guesses.ts'
import { boundedMetadata } from './0019-bounded-metadata.ts'
import { storage } from './0020-storage.ts'
import { payments } from './0022-payments.ts'
import { resumableUploads } from './0023-resumable-uploads.ts'
import { fileColumns } from './0024-file-columns.ts'
import { sessionClaims } from './0025-session-claims.ts'
import { ledgerBalance } from './0026-ledger-balance.ts'
import { savedQueryFolders } from './0027-saved-query-folders.ts'
import { storageBounds } from './0028-storage-bounds.ts'
import { oneCommitUploads } from './0029-one-commit-uploads.ts'
import { generatedColumns } from './0030-generated-columns.ts'
import { fileHeaders } from './0031-file-headers.ts'
import { pastPolicies } from './0032-past-policies.ts'
import { optionalContacts } from './0033-optional-contacts.ts'
import { paymentAmounts } from './0036-payment-amounts.ts'
import { paymentAccounts } from './0037-payment-accounts.ts'
import { paymentDifferences } from './0038-payment-differences.ts'
import { paymentCheckOrder } from './0039-payment-check-order.ts'
import { statementImports } from './0040-statement-imports.ts'
import { paymentRefunds } from './0041-payment-refunds.ts'
import { replayedTags } from './0042-replayed-tags.ts'
import { ownPart } from './0044-own-part.ts'
import { paymentsDue } from './0048-payments-due.ts'

/** clusterMigrations are the steps of schemas `auth`, `msingi`, `msingi_auth`, `msingi_catalog`, `msingi_realtime` and `msingi_storage`. */
export const clusterMigrations: Migrations = {
  '0001-foundation': foundation,
  '0002-project-users': projectUsers,
  '0003-message-templates': messageTemplates,
  '0004-user-factors': userFactors,
  '0005-identity-providers': identityProviders,
  '0006-saved-queries': savedQueries,
  '0007-schema-history': schemaHistory,
  '0008-change-feed': changeFeed,
  '0009-realtime': realtime,
  '0010-disowned-phones': disownedPhones,
  '0011-own-catalog': ownCatalog,
  '0012-watch-leases': watchLeases,
  '0013-own-printers': ownPrinters,
  '0014-stop-projects': stopProjects,
  '0015-lease-notes': leaseNotes,
  '0016-value-errors': valueErrors,
  '0017-capture-failures': captureFailures,
  '0018-guesses': guesses,
  '0019-bounded-metadata': boundedMetadata,
  '0020-storage': storage,
  '0022-payments': payments,
  '0023-resumable-uploads': resumableUploads,
  '0024-file-columns': fileColumns,
  '0025-session-claims': sessionClaims,
  '0026-ledger-balance': ledgerBalance,
  '0027-saved-query-folders': savedQueryFolders,
  '0028-storage-bounds': storageBounds,
  '0029-one-commit-uploads': oneCommitUploads,
  '0030-generated-columns': generatedColumns,
  '0031-file-headers': fileHeaders,
  '0032-past-policies': pastPolicies,
  '0033-optional-contacts': optionalContacts,
  '0036-payment-amounts': paymentAmounts,
  '0037-payment-accounts': paymentAccounts,
  '0038-payment-differences': paymentDifferences,
  '0039-payment-check-order': paymentCheckOrder,
  '0040-statement-imports': statementImports,
  '0041-payment-refunds': paymentRefunds,
  '0042-replayed-tags': replayedTags,
  '0044-own-part': ownPart,
  '0048-payments-due': paymentsDue,
}
