// Backups that are restored for a trial.

const STATEMENTS = `
alter table platform.backup_schedule
  -- When the last trial began, and the last one that succeeded.
  add column tried_at timestamptz,
  add column restored_at timestamptz
`

/** backupTrials adds when backups were restored for a trial. */
export const backupTrials = [STATEMENTS]
