// Every step of schema `msingi_keys`, which is there before all others: without keys no other role can log in.
import type { Migrations } from '#platform/db/migrations/migrate.ts'
import { rootKey } from './0001-root-key.ts'

/** keyMigrations are the steps of schema `msingi_keys`. */
export const keyMigrations: Migrations = {
  '0001-root-key': rootKey,
}
