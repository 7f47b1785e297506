// The drill of payments: simulators with all faults at random, and a server that is killed with -9 many times.
import { drillPayments } from '../../../server/test/payments/drill.ts'
import { openLab } from '../lab/lab.ts'

const PAYMENTS_PER_KILL = 250

/** runPaymentsDrill makes 250 payments for each kill, and returns whether all of them are what they truly are. */
export async function runPaymentsDrill(kills: number, seed: number): Promise<boolean> {
  const lab = await openLab()
  try {
    await lab.msingi.stop()
    const connection = lab.connection as {
      host: string
      port: number
      user: string
      password: string
      database: string
    }
    const { host, port, user, password, database } = connection
    const { wrong, ...result } = await drillPayments({
      connection,
      environment: {
        DATABASE_URL: `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${host}`,
        MSINGI_DATA: lab.dataDir,
      },
      payments: kills * PAYMENTS_PER_KILL,
      kills,
      seed,
      tell: (line) => console.log(`  ${line}`),
    })
    console.log(`${JSON.stringify(result)}, ${wrong.length} of them wrong`)
    for (const line of wrong.slice(0, 20)) console.log(`  ${line}`)
    console.log(wrong.length === 0 ? 'passed' : 'FAILED')
    return wrong.length === 0
  } finally {
    await lab.stop()
  }
}
