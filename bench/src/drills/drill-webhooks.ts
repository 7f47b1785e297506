// The drill of webhooks: 10,000 row events for each of two webhooks, to a receiver that fails at random, while the server
// is killed with -9.
import type pg from 'pg'
import { drillWebhooks } from '../../../server/test/webhooks/drill.ts'
import { openLab } from '../lab/lab.ts'

// Three events each.
const ROWS = 3334

/** runWebhooksDrill kills the server so many times, and returns whether nothing was lost, repeated or out of order. */
export async function runWebhooksDrill(kills: number, seed: number): Promise<boolean> {
  const lab = await openLab()
  try {
    // Another one takes its place.
    await lab.msingi.stop()
    const connection = lab.connection as pg.ClientConfig & { host: string; user: string; password: string }
    const { host, port, user, password, database } = connection
    const url = `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${host}`
    const settings = { DATABASE_URL: url, MSINGI_DATA: lab.dataDir }
    const verdict = await drillWebhooks({ settings, connection, rows: ROWS, kills, seed })
    const { events, arrivals, missing, unverified, late, disordered, undelivered } = verdict
    console.log(
      `${kills} kills, ${events} events for each of two webhooks, ${arrivals} requests: ${missing} missing, ` +
        `${unverified} unverified, ${late} after their success was stored, ${disordered} out of order, ` +
        `${undelivered} given up`,
    )
    const passed = missing + unverified + late + disordered + undelivered === 0
    console.log(passed ? 'passed' : 'FAILED')
    return passed
  } finally {
    await lab.stop()
  }
}
