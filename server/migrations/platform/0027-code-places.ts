// Places of code in place of its source map.

// Versions from before show places of their bundle, until they are deployed again.
const STATEMENTS = `
alter table platform.function_versions drop column source_map;
alter table platform.function_versions add column places text not null default E'{"sources":[],"marks":[]}\\n';
alter table platform.function_versions alter column places drop default`

/** codePlaces replaces the source map of each version of a function. */
export const codePlaces = [STATEMENTS]
