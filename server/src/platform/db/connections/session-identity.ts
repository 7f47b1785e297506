// What a shared connection remembers of the identity it has taken on (decision 8). Most packets behind one another
// come from the same key of the same project: those need not say again who they are.

/**
 * IdentityStep is how one packet gets its identity: it is there already (`kept`), is taken on for good (`keep`), or for this
 * packet only (`local`). `reset` says that the packet must first put off what the connection may still have.
 */
export interface IdentityStep {
  readonly takeOn: 'kept' | 'keep' | 'local'
  readonly reset: boolean
  /** leaves is the identity that the connection has behind the packet, if it succeeds. */
  readonly leaves: string | undefined
  /** serial numbers the steps that change what the connection keeps; 0 for those that do not. */
  readonly serial: number
}

const KEPT: IdentityStep = { takeOn: 'kept', reset: false, leaves: undefined, serial: 0 }
const LOCAL: IdentityStep = { takeOn: 'local', reset: false, leaves: undefined, serial: 0 }

/**
 * SessionIdentity is the identity of one connection between packets. What a packet changes counts when the server has
 * confirmed that packet, and no other change was sent behind it; until then every packet begins with a reset, so that
 * none depends on whether the ones ahead of it succeed.
 */
export class SessionIdentity {
  #kept: string | undefined
  #certain = true
  #last: string | undefined
  #serial = 0

  /** next decides for the packet that is sent now; `undefined` is an identity that must not be kept. */
  next(identity: string | undefined): IdentityStep {
    const again = identity !== undefined && this.#last === identity
    this.#last = identity
    if (this.#certain && this.#kept === undefined)
      return again ? this.#change('keep', false, identity) : LOCAL
    if (this.#certain && this.#kept === identity) return KEPT
    return this.#change('local', true, undefined)
  }

  /** confirm records whether a step's packet succeeded. */
  confirm({ serial, leaves }: IdentityStep, succeeded: boolean): void {
    if (serial === 0 || serial !== this.#serial) return
    this.#certain = succeeded
    this.#kept = leaves
  }

  #change(takeOn: 'keep' | 'local', reset: boolean, leaves: string | undefined): IdentityStep {
    this.#certain = false
    this.#serial += 1
    return { takeOn, reset, leaves, serial: this.#serial }
  }
}
