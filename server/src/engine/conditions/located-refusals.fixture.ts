// Conditions that are refused, and the rest of each from the place that the refusal points at.

/** LOCATED_REFUSALS pairs each source with its rest; an empty one is the end, or no place at all. */
export const LOCATED_REFUSALS: readonly (readonly [source: string, rest: string])[] = [
  ["title = 'é😀' and nothing = 1", 'nothing = 1'],
  ["title = 'é😀' and and", 'and'],
  ["'é😀' = title; select", '; select'],
  ["title = 'é😀' and status = 'é'", "'é'"],
  ['active and pg_sleep(1) is null', 'pg_sleep(1) is null'],
  ['active)', ')'],
  ['active and (hidden', ''],
  ['active /* x */', '/* x */'],
  ["active and\n\tquantity = 'x'", "'x'"],
  ['exists (select 1 from pg_class)', 'pg_class)'],
  ['quantity ~ title', '~ title'],
  ['title::regclass is null', 'regclass is null'],
]
