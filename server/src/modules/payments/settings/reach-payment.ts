// With which account a payment is asked about: the one that it was started with, whatever the settings say since.
import type { Payments } from '#modules/payments/context/payments.ts'
import type { Payment } from '#modules/payments/model/payment.ts'
import type { PaymentSettings } from '#modules/payments/model/settings.schema.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { type ReachedA, type ReachedB, reachA, reachB } from './accounts.ts'
import { formerSettings, getSettings } from './settings.ts'

/** ReachedProvider is the provider of a payment, as it is reached for that payment. */
export type ReachedProvider =
  | { readonly a: ReachedA; readonly b?: undefined }
  | { readonly b: ReachedB; readonly a?: undefined }

/**
 * reachFor returns how to ask about a payment, or undefined where nothing that is known can see it. `isRefused` reports
 * whether the provider has refused an account lately: its credentials may have been replaced.
 */
export async function reachFor(
  payments: Payments,
  project: ProjectRecord,
  payment: Pick<Payment, 'provider' | 'environment' | 'account' | 'request'>,
  isRefused: (account: string) => boolean,
): Promise<ReachedProvider | undefined> {
  const { account } = payment
  const current = reach(payments, project, await getSettings(payments, project), payment)
  if (account === null || current?.isOwn === true) return current?.reached
  const [former] = isRefused(account) ? [] : await formerSettings(payments, project, account)
  return (former && reach(payments, project, former, payment)?.reached) ?? current?.reached
}

// Credentials of another environment know nothing of a payment. Any of the same shortcode see it.
function reach(
  payments: Payments,
  project: ProjectRecord,
  settings: PaymentSettings,
  {
    provider,
    environment,
    account,
    request,
  }: Pick<Payment, 'provider' | 'environment' | 'account' | 'request'>,
): { readonly reached: ReachedProvider; readonly isOwn: boolean } | undefined {
  try {
    if (provider === 'provider_a') {
      const a = reachA(payments, project, settings)
      const isOwn = a.account === account || a.shortcode === request.shortcode
      return a.environment === environment ? { reached: { a }, isOwn } : undefined
    }
    const b = reachB(payments, project, settings)
    return b.environment === environment ? { reached: { b }, isOwn: b.account === account } : undefined
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
