// What the writer of the live bench and its subscribers tell one another.

/** Commits are when the database answered that rows are committed, by their price, which is `MARKED` or above. */
export type Commits = readonly (readonly [price: number, at: number])[]

/** MARKED is the price from which on each arrival of a row is noted. */
export const MARKED = 1_000_000
