// Amounts, currencies and phone numbers: what each provider can be asked for, and how amounts are read. Both currencies are
// counted in whole shillings: provider A takes no cents, and the Tanzanian shilling has none.
import { parsePhone } from '#engine/shapes/phone-number.ts'
import { invalidInput } from '#platform/errors/app-error.ts'

/** ProviderName names a payment provider. */
export type ProviderName = 'provider_a' | 'provider_b'

interface ProviderLimits {
  readonly currency: string
  readonly country: 'KE' | 'TZ'
  readonly place: string
  readonly example: string
  readonly min: number
  readonly max: number
}

/** LIMITS are the currency, the country and the amounts of each provider. */
export const LIMITS: Readonly<Record<ProviderName, ProviderLimits>> = {
  provider_a: {
    currency: 'KES',
    country: 'KE',
    place: 'Kenya',
    example: '+254712345678',
    min: 1,
    max: 250_000,
  },
  provider_b: {
    currency: 'TZS',
    country: 'TZ',
    place: 'Tanzania',
    example: '+255712345678',
    min: 500,
    max: 5_000_000,
  },
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'region' })

/** phoneFor returns a number in E.164, or throws 400 where it is none or the provider cannot serve it. */
export function phoneFor(provider: ProviderName, text: string, field = 'phone'): string {
  const { country, place, example } = LIMITS[provider]
  const parsed = parsePhone(text, country)
  if (parsed === undefined)
    throw invalidInput(`${field}: must be a phone number, such as ${example}.`, { fields: [field] })
  if (parsed.country !== country) {
    const where = parsed.country === undefined ? 'elsewhere' : (NAMES.of(parsed.country) ?? parsed.country)
    const message = `${field}: ${provider} serves numbers of ${place} only; this one belongs to ${where}.`
    throw invalidInput(message, { fields: [field] })
  }
  if (parsed.isMobile) return parsed.number
  throw invalidInput(`${field}: must be a mobile number, such as ${example}.`, { fields: [field] })
}

/** phonesOf returns the numbers that a text can be, in E.164: without a country code, one of each provider's country. */
export function phonesOf(text: string): string[] {
  const numbers = Object.values(LIMITS).flatMap(({ country }) => parsePhone(text, country)?.number ?? [])
  return [...new Set(numbers)]
}

/** PaidAmount is what somebody says was paid, in shillings; `unreadable` where what they say is no amount. */
export type PaidAmount = number | 'unreadable'

const AMOUNT = /^-?\d{1,12}(?:\.\d{1,6})?$/

/**
 * readAmount returns the amount that a JSON value or a text states, or undefined where nothing is there: 50, 50.0, "50" and
 * "50.00" are one. Whatever else is there is unreadable, and so is never the amount that was asked for.
 */
export function readAmount(value: unknown): PaidAmount | undefined {
  if (value === undefined) return undefined
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && AMOUNT.test(text) ? Number(text) : 'unreadable'
}

/** checkAmount throws 400 for an amount that the provider does not take. */
export function checkAmount(provider: ProviderName, amount: number): void {
  const { min, max, currency } = LIMITS[provider]
  if (amount >= min && amount <= max) return
  const message = `amount: ${provider} takes between ${min} and ${max} ${currency}.`
  throw invalidInput(message, { fields: ['amount'] })
}
