// What console/music-store.ts makes.
declare module 'virtual:music-store/outline' {
  /** The tables in the order in which they are made, and how many rows each has. */
  export const outline: readonly {
    readonly slug: string
    readonly description: string
    readonly rows: number
  }[]
}
declare module 'virtual:music-store' {
  /** Each table with its rows as NDJSON. */
  export const tables: readonly {
    readonly table: import('#api/client/schemas.ts').TableCreate
    readonly rows: number
    readonly lines: string
  }[]
}
