// How far the deletion of a project is.

// The number of steps that are done; null until the deletion has begun.
const STATEMENTS = 'alter table platform.projects add column deletion_steps_done smallint'

/** deletionProgress adds how far the deletion of each project is. */
export const deletionProgress = [STATEMENTS]
