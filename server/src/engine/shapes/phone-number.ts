// Telephone numbers as people write them: the one place that reads them, so that one number is one text everywhere.
import { type CountryCode, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** PhoneNumber is a valid number: `number` is its only form in E.164, `country` where it belongs, if that is known. */
export interface PhoneNumber {
  readonly number: string
  readonly country: CountryCode | undefined
  readonly isMobile: boolean
}

/**
 * parsePhone reads a number with its country code, behind `+` or `00`; with `country` also as it is written there, or with
 * that country's code alone. It returns undefined for a number that nobody can have.
 */
export function parsePhone(text: string, country?: CountryCode): PhoneNumber | undefined {
  const digits = text.replaceAll(/[\s().-]/g, '').replace(/^00(?=[1-9])/, '+')
  const hasCode = country !== undefined && digits.startsWith(getCountryCallingCode(country))
  const written = hasCode ? `+${digits}` : digits
  // The library finds numbers within other text too.
  if (!/^\+?\d{6,16}$/.test(written)) return undefined
  const parsed = parsePhoneNumberFromString(written, country === undefined ? {} : { defaultCountry: country })
  if (parsed === undefined || !parsed.isValid()) return undefined
  const type = parsed.getType()
  const isMobile = type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE'
  return { number: parsed.number, country: parsed.country, isMobile }
}
