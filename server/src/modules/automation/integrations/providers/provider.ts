// What a provider is: a service that sends mail, text messages or alerts for a project, and what it has to be told.
import type { z } from 'zod'
import type { GatewayReply, Mail, Sms } from '#platform/messages/messages.ts'
import type { Platform } from '#platform/platform.ts'
import type { Alert } from './alert.ts'

/** Sendable is what each kind of provider sends. */
export interface Sendable {
  readonly mail: Mail
  readonly sms: Sms
  readonly alert: Alert
}

/** IntegrationKind is what a provider sends. */
export type IntegrationKind = keyof Sendable

/** Outbound is what providers send with. */
export type Outbound = Pick<Platform, 'http' | 'clock'>

/** ProviderConfig is a provider's configuration, as its schema has it. */
export type ProviderConfig = Readonly<Record<string, unknown>>

/** Definition is a provider with the types of its own configuration. */
export interface Definition<Kind extends IntegrationKind, Config extends z.ZodObject> {
  readonly kind: Kind
  readonly config: Config
  /** secrets are the fields that are sealed, and shown masked. */
  readonly secrets: readonly (keyof z.output<Config> & string)[]
  /** destination are the fields that say where secrets are sent: who changes one has to know the secrets. */
  readonly destination: readonly (keyof z.output<Config> & string)[]
  /** addressOf returns the URL that requests go to, where the configuration names one. */
  addressOf(config: z.output<Config>): string | undefined
  /**
   * send sends a message, and returns the reply if there is one. It throws MessageRefused if a retry cannot help, any other
   * error if it can.
   */
  send(
    outbound: Outbound,
    config: z.output<Config>,
    message: Sendable[Kind],
  ): Promise<GatewayReply | undefined>
}

/** Provider is a provider of any configuration, which has passed its schema. */
export interface Provider<Kind extends IntegrationKind = IntegrationKind> {
  readonly kind: Kind
  readonly config: z.ZodObject
  readonly secrets: readonly string[]
  readonly destination: readonly string[]
  addressOf(config: ProviderConfig): string | undefined
  send(outbound: Outbound, config: ProviderConfig, message: Sendable[Kind]): Promise<GatewayReply | undefined>
}

/** provider makes a provider of its definition. */
export function provider<Kind extends IntegrationKind, Config extends z.ZodObject>(
  definition: Definition<Kind, Config>,
): Provider<Kind> {
  const { addressOf, send } = definition
  return {
    ...definition,
    addressOf: (config) => addressOf(config as z.output<Config>),
    send: (outbound, config, message) => send(outbound, config as z.output<Config>, message),
  }
}
