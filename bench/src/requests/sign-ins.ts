// A storm of sign-ins: a thousand people at once, each with an argon2id hash to compute, and what others notice of it.
import { addProducts, addressOf, addUsers, createProject, signUp } from '../lab/client.ts'
import { median, short, tellFigure, tellNote } from '../lab/figures.ts'
import { openLab } from '../lab/lab.ts'
import { encodeRequest, type Load, type LoadRequest, load } from '../lab/load.ts'
import { gatherStatistics } from '../lab/statistics.ts'

const SIGN_INS = 1000
// More attempts at one account at a time would be refused.
const SIGN_INS_PER_USER = 4
const ROUNDS = 3
const ROWS = 2000
const CONNECTIONS = 16
const SECONDS = 8
const WARM_UP = 20_000
// Nobody signs in faster than the processors hash.
const PATIENCE_MS = 120_000

/** benchSignIns measures reads alone and beside the storm in turn. */
export async function benchSignIns(signIns: number = SIGN_INS): Promise<void> {
  // Sign-ins are limited by address: each person has one, as a proxy would say.
  const lab = await openLab({ MSINGI_TRUST_PROXY: 'on' })
  try {
    const { base } = lab.msingi
    const project = await createProject(await signUp(() => base))
    const ids = await addProducts(base, project.key, ROWS)
    await gatherStatistics(lab.connection, project.table)
    const users = await addUsers(base, project, Math.ceil(signIns / SIGN_INS_PER_USER))
    const gets = ids.map((id) => encodeRequest('GET', `/api/v1/data/products/${id}`, project.key))
    const path = `/api/v1/projects/${project.id}/auth/signin`
    const requests = users.map((user, n) =>
      encodeRequest('POST', path, project.key, JSON.stringify(user), [`x-forwarded-for: ${addressOf(n)}`]),
    )
    const get = () => gets[Math.floor(Math.random() * gets.length)] as LoadRequest
    const read = (until: Parameters<typeof load>[0]['until']) =>
      load({ base, connections: CONNECTIONS, until, next: get })
    await read({ amount: WARM_UP })
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await read({ seconds: SECONDS })
      rounds.push({ alone, ...(await storm(base, signIns, requests, read)) })
    }
    tell(rounds)
  } finally {
    await lab.stop()
  }
}

interface Round {
  readonly alone: Load
  /** beside are the reads while the sign-ins were under way. */
  readonly beside: Load
  readonly signIns: Load
}

async function storm(
  base: string,
  amount: number,
  requests: readonly LoadRequest[],
  read: (until: { over: () => boolean }) => Promise<Load>,
): Promise<Omit<Round, 'alone'>> {
  let n = 0
  let over = false
  const next = () => requests[n++ % requests.length] as LoadRequest
  const signingIn = load({ base, connections: amount, until: { amount }, next, patience: PATIENCE_MS })
  const reading = read({ over: () => over })
  const signIns = await signingIn
  over = true
  return { beside: await reading, signIns }
}

function tell(rounds: readonly Round[]): void {
  const ratios = rounds.map(({ alone, beside }) => beside.p99 / alone.p99)
  tellFigure('p99 of GET by id in a storm', median(ratios), 'of that without', { max: 3 })
  tellNote(`ratios ${ratios.map(short).join(' ')}`)
  const of = (figure: (round: Round) => number) => rounds.map((round) => short(figure(round))).join(', ')
  for (const side of ['alone', 'beside'] as const) {
    const [p99, p50] = [of((round) => round[side].p99), of((round) => round[side].p50)]
    tellNote(`GET ${side}: p99 ${p99} ms, p50 ${p50} ms, ${of((round) => round[side].perSecond)}/s`)
  }
  const errors = rounds.reduce((sum, { signIns, beside }) => sum + signIns.errors + beside.errors, 0)
  const total = rounds.reduce((sum, { signIns }) => sum + signIns.requests, 0)
  tellFigure('errors in a storm', errors, `beside ${total} sign-ins`, { max: 0 })
  tellNote(
    `${of(({ signIns }) => signIns.perSecond)} sign-ins/s; the slowest 1 % took ` +
      `${of(({ signIns }) => signIns.p99 / 1000)} s`,
  )
}
