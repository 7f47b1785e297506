// The colour by which people tell a project from others.

// The API has the names; the console has what they look like.
const STATEMENTS = `alter table platform.projects add column color text check (color ~ '^[a-z]{1,20}$')`

/** projectColor adds the colour of projects. */
export const projectColor = [STATEMENTS]
