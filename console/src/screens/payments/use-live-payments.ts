// What is shown of payments is fetched again when one of them changes its state.
import { useEffect } from 'react'
import { watchRows } from '#api/data/live.ts'
import { refreshPayments } from '#api/services/payments.ts'

// However many changes there are, everything is fetched again at most once in so many milliseconds.
const BETWEEN_MS = 2000

/** useLivePayments follows the table of payments while `enabled`. */
export function useLivePayments(projectId: string, enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = 0
    const refresh = () => {
      timer ??= setTimeout(
        () => {
          timer = undefined
          last = Date.now()
          void refreshPayments(projectId)
        },
        Math.max(0, last + BETWEEN_MS - Date.now()),
      )
    }
    const table = { projectId, slug: 'payment_transactions' }
    const subscription = watchRows(table, refresh, refresh)
    return () => {
      clearTimeout(timer)
      subscription.unsubscribe()
    }
  }, [projectId, enabled])
}
