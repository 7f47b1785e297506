// Every step of what a cluster needs, in the order of their names.
import type { Migrations } from '#platform/db/migrate.ts'
import { foundation } from './0001-foundation.ts'

/** clusterMigrations are the steps of schemas `auth` and `msingi`. */
export const clusterMigrations: Migrations = {
  '0001-foundation': foundation,
}
