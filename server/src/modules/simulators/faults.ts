// What a simulated provider does wrong, each with a probability between 0 and 1, from a seed.
import { z } from 'zod'

const chance = z.number().min(0).max(1).default(0)

/** behaviour is how the simulators behave; what is left out is as it is by default. */
export const behaviour = z.strictObject({
  seed: z.int().optional(),
  /** drop, duplicate, delay and forge are about callbacks; a forged one comes beside the true one. */
  drop_callback: chance,
  duplicate_callback: chance,
  delay_callback: chance,
  forge_callback: chance,
  /** lose_response accepts a request and says nothing. */
  lose_response: chance,
  /** refuse_request answers a request with an error. */
  refuse_request: chance,
  /** refuse_named has provider A refuse a push with a reference, and ask the phone all the same. */
  refuse_named: chance,
  /** reuse_reference answers a push with the reference of another one. */
  reuse_reference: chance,
  wrong_amount: chance,
  /** part_amount has the payer pay some cents less; hide_amount leaves the amount out of callbacks. */
  part_amount: chance,
  hide_amount: chance,
  /** take_back has provider B void what was paid. */
  take_back: chance,
  /** in_flight and query_error answer a query of provider A without an outcome. */
  in_flight: chance,
  query_error: chance,
  throttle: chance,
  expire_token: chance,
  mask_phone: chance,
  reorder_items: chance,
  /** wrong_query says of a paid payment that it has failed. */
  wrong_query: chance,
  /** payers is what the owners of phones do by themselves; without it they wait for the page. */
  payers: z
    .strictObject({
      approve: chance,
      decline: chance,
      wrong_pin: chance,
      no_funds: chance,
      ignore: chance,
      delay_ms: z.number().min(0).max(60_000).default(0),
    })
    .optional(),
  delay_ms: z.number().min(0).max(60_000).default(2000),
  /** retry_ms is what the minutes between two attempts of provider B last. */
  retry_ms: z.number().min(1).max(60_000).default(60_000),
  queries_per_minute: z.int().min(1).max(100_000).default(5),
  requests_per_minute: z.int().min(1).max(100_000).default(60),
})

/** Behaviour is how the simulators behave. */
export type Behaviour = z.output<typeof behaviour>

/** Fault is something that goes wrong with a probability. */
export type Fault = {
  [Name in keyof Behaviour]-?: Behaviour[Name] extends number ? Name : never
}[keyof Behaviour]

/** createRandom returns numbers between 0 and 1, the same ones for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
