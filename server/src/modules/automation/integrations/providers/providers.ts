// Every provider by its name.
import { africasTalking } from './africas-talking.ts'
import { beem } from './beem.ts'
import { discord } from './discord.ts'
import { http } from './http.ts'
import type { IntegrationKind, Provider } from './provider.ts'
import { resend } from './resend.ts'
import { sentry } from './sentry.ts'
import { slack } from './slack.ts'
import { smtp } from './smtp.ts'
import { telegram } from './telegram.ts'
import { twilio } from './twilio.ts'

const ALL = {
  smtp,
  resend,
  africas_talking: africasTalking,
  twilio,
  beem,
  slack,
  discord,
  telegram,
  sentry,
  http,
} as const

/** ProviderName is the name of a provider. */
export type ProviderName = keyof typeof ALL

/** PROVIDER_NAMES are all names. */
export const PROVIDER_NAMES = Object.keys(ALL) as [ProviderName, ...ProviderName[]]

/** providerOf returns a provider by its name. */
export function providerOf(name: ProviderName): Provider {
  return ALL[name] as unknown as Provider
}

/** providerFor returns a provider of a kind by its name. It throws where that is of another kind. */
export function providerFor<Kind extends IntegrationKind>(name: ProviderName, kind: Kind): Provider<Kind> {
  const found = ALL[name] as unknown as Provider<Kind>
  if (found.kind !== kind) throw new Error(`the provider ${name} does not send ${kind}`)
  return found
}
