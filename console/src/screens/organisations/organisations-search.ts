// What the addresses of the screens say.

/** OrganisationsSearch is what is looked for, and whether the form for a new organisation or member is open. */
export interface OrganisationsSearch {
  readonly search?: string | undefined
  readonly create?: boolean | undefined
}

/** organisationsSearchOf reads an address, whatever it says. */
export function organisationsSearchOf({ search, create }: Record<string, unknown>): OrganisationsSearch {
  return {
    search: search === undefined || search === '' ? undefined : String(search),
    create: create === true || undefined,
  }
}
