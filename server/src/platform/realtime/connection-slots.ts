// Limits of live connections: of each network (`networkOf`), and of those that have not authenticated yet.

/** SlotLimits are the limits of one node. */
export interface SlotLimits {
  /** address is how many connections one network can have; in IPv4, that is one address. */
  readonly address: number
  /** unauthenticated is how many connections can be open that have sent no token yet. */
  readonly unauthenticated: number
}

/** ConnectionSlot is what one connection holds; a second call of either method has no effect. */
export interface ConnectionSlot {
  /** authenticate records that the client has sent a valid token. */
  authenticate(): void
  release(): void
}

interface Count {
  open: number
  unauthenticated: number
}

/** ConnectionSlots counts connections. */
export class ConnectionSlots {
  readonly #limits: SlotLimits
  readonly #byNetwork = new Map<string, Count>()
  #unauthenticated = 0

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /** take returns a slot for a connection that has sent no token yet, or undefined if a limit is reached. */
  take(network: string): ConnectionSlot | undefined {
    const { unauthenticated } = this.#limits
    // One network must not take the slots of all others.
    const share = Math.ceil(unauthenticated / 4)
    const ofNetwork = this.#byNetwork.get(network)?.unauthenticated ?? 0
    if (ofNetwork >= share || this.#unauthenticated >= unauthenticated) return undefined
    return this.#take(network)
  }

  /** takeAuthenticated returns a slot for a connection that has authenticated, or undefined if a limit is reached. */
  takeAuthenticated(network: string): ConnectionSlot | undefined {
    const slot = this.#take(network)
    slot?.authenticate()
    return slot
  }

  #take(network: string): ConnectionSlot | undefined {
    const count = this.#byNetwork.get(network) ?? { open: 0, unauthenticated: 0 }
    if (count.open >= this.#limits.address) return undefined
    this.#byNetwork.set(network, count)
    count.open += 1
    count.unauthenticated += 1
    this.#unauthenticated += 1
    return this.#slot(network, count)
  }

  #slot(network: string, count: Count): ConnectionSlot {
    let [isAuthenticated, isOpen] = [false, true]
    const authenticate = () => {
      if (isAuthenticated) return
      isAuthenticated = true
      count.unauthenticated -= 1
      this.#unauthenticated -= 1
    }
    const release = () => {
      if (!isOpen) return
      isOpen = false
      authenticate()
      count.open -= 1
      if (count.open === 0) this.#byNetwork.delete(network)
    }
    return { authenticate, release }
  }
}
