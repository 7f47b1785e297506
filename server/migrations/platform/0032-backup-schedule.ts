// Backups that the server makes by itself: how the last attempt ended.

const STATEMENTS = `
create table platform.backup_schedule (
  one boolean primary key default true check (one),
  -- When the last backup began that succeeded.
  succeeded_at timestamptz,
  -- Of the last attempt, where it failed.
  failed_at timestamptz,
  error text,
  -- When operators were last mailed that it fails.
  mailed_at timestamptz
);
insert into platform.backup_schedule default values;
`

/** backupSchedule makes the table of backups that the server makes by itself, which has one row. */
export const backupSchedule = [STATEMENTS]
