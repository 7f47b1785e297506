// A list to which modules contribute by name. What stands in it is code, the same for every server of a process: a module adds its
// part when its file is loaded, and says the names to the compiler beside it, by `declare module`.

/** Contributions is what modules contribute to one list. `Name` is every name that one of them declares. */
export class Contributions<Name extends string, Info> {
  readonly #what: string
  readonly #parts: { readonly order: number; readonly entries: Readonly<Record<string, Info>> }[] = []
  readonly #all = new Map<string, Info>()

  /** what is one entry in messages, such as `permission`. */
  constructor(what: string) {
    this.#what = what
  }

  /** add adds the part of a module. It is listed behind the parts with a lower order; the numbers leave room between them. */
  add(order: number, entries: Readonly<Record<string, Info>>): void {
    for (const name of Object.keys(entries))
      if (this.#all.has(name)) throw new Error(`two modules contribute the ${this.#what} ${name}`)
    this.#parts.push({ order, entries })
    this.#parts.sort((a, b) => a.order - b.order)
    this.#all.clear()
    for (const part of this.#parts)
      for (const [name, info] of Object.entries(part.entries)) this.#all.set(name, info)
  }

  /** has reports whether a module contributes this name. */
  has(name: string): name is Name {
    return this.#all.has(name)
  }

  /** get returns what is said of a name. It throws where that is declared, and not contributed. */
  get(name: Name): Info {
    const info = this.#all.get(name)
    if (info === undefined) throw new Error(`no module contributes the ${this.#what} ${name}`)
    return info
  }

  /** names are all names in their order, once the modules are loaded: call it when a server is made, not when a file is loaded. */
  get names(): [Name, ...Name[]] {
    return [...this.#all.keys()] as [Name, ...Name[]]
  }

  /** entries are all names, each with what is said of it, in their order. */
  get entries(): [Name, Info][] {
    return [...this.#all] as [Name, Info][]
  }
}
