// Deleted projects: until when a deletion can be undone.

// A deleting project can be restored until delete_at; one that is being purged cannot.
const STATEMENTS = `
alter table platform.projects add column delete_at timestamptz;
update platform.projects set delete_at = now() where status = 'deleting';
alter table platform.projects drop constraint projects_status_check;
alter table platform.projects add constraint projects_status_check check (status in ('active', 'deleting', 'purging'));
alter table platform.projects add constraint projects_delete_at_check check ((status = 'active') = (delete_at is null));
create index projects_delete_at on platform.projects (delete_at) where delete_at is not null;
`

/** projectDeletion adds to projects when they are to be deleted. */
export const projectDeletion = [STATEMENTS]
