// How many live connections there may be by network (`networkOf`), and how many that have not said yet who they are.

/** PlaceLimits bounds what one node takes in. */
export interface PlaceLimits {
  /** address is how many connections one network may have; of IPv4, that is one address. */
  readonly address: number
  /** unknown is how many connections may be open that have shown no token yet. */
  readonly unknown: number
}

/** Place is one connection's. */
export interface Place {
  /** known tells that the client has shown a token. */
  known(): void
  /** leave gives the place back; calling it twice is harmless. */
  leave(): void
}

interface Count {
  open: number
  unknown: number
}

/** Places counts connections. */
export class Places {
  readonly #limits: PlaceLimits
  readonly #byNetwork = new Map<string, Count>()
  #unknown = 0

  constructor(limits: PlaceLimits) {
    this.#limits = limits
  }

  /** take gives a connection a place that has shown no token yet, or undefined where there is none for it. */
  take(network: string): Place | undefined {
    const { unknown } = this.#limits
    // One network must not keep all others out.
    const share = Math.ceil(unknown / 4)
    const ofNetwork = this.#byNetwork.get(network)?.unknown ?? 0
    return ofNetwork >= share || this.#unknown >= unknown ? undefined : this.#enter(network)
  }

  /** takeKnown gives one that has. */
  takeKnown(network: string): Place | undefined {
    const place = this.#enter(network)
    place?.known()
    return place
  }

  #enter(network: string): Place | undefined {
    const count = this.#byNetwork.get(network) ?? { open: 0, unknown: 0 }
    if (count.open >= this.#limits.address) return undefined
    this.#byNetwork.set(network, count)
    count.open += 1
    count.unknown += 1
    this.#unknown += 1
    return this.#place(network, count)
  }

  #place(network: string, count: Count): Place {
    let [isKnown, isOpen] = [false, true]
    const known = () => {
      if (isKnown) return
      isKnown = true
      count.unknown -= 1
      this.#unknown -= 1
    }
    const leave = () => {
      if (!isOpen) return
      isOpen = false
      known()
      count.open -= 1
      if (count.open === 0) this.#byNetwork.delete(network)
    }
    return { known, leave }
  }
}
