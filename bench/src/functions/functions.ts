// Functions: warm and cold answers, requests a second beside the bare handler, the memory of a hundred of them, and what busy
// ones and attacks cost a neighbour.
import { type Account, addProject, signUp } from '../lab/client.ts'
import { median, megabytes, short, tellFigure, tellNote } from '../lab/figures.ts'
import { type Lab, openLab } from '../lab/lab.ts'
import { setStage } from '../lab/stage.ts'
import { benchFunctionAttacks } from './attacks.ts'
import { benchBusyFunctions } from './busy.ts'
import { deploy } from './deploy.ts'
import { benchWarmFunctions } from './warm.ts'

const COLD_PROJECTS = 10
const MANY = 100

/** benchFunctions measures a function that does nothing. */
export async function benchFunctions(): Promise<void> {
  const lab = await openLab({ MSINGI_FUNCTION_PROCESSES: String(2 * COLD_PROJECTS) })
  try {
    const account = await signUp(() => lab.msingi.base)
    await measureCold(lab, account)
    const project = await addProject(account)
    const path = await deploy(account, project, 'hello')
    await measureWarm(lab, account, path)
    await measureMany(lab, account)
    await benchBusyFunctions(lab, account)
    await benchFunctionAttacks(lab, account)
  } finally {
    await lab.stop()
  }
}

async function timeOf(lab: Lab, path: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(lab.msingi.base + path)
  if ((await response.text()) !== 'hello') throw new Error(`the function answered ${response.status}`)
  return performance.now() - began
}

// The first project of a server also makes what all share.
async function measureCold(lab: Lab, account: Account): Promise<void> {
  const paths: string[] = []
  for (let n = 0; n <= COLD_PROJECTS; n++)
    paths.push(await deploy(account, await addProject(account), 'cold'))
  const times: number[] = []
  for (const path of paths) times.push(await timeOf(lab, path))
  tellFigure('first call of a project, p50', median(times.slice(1)), 'ms', { max: 120 })
  tellNote(`the first of the server: ${short(times[0] as number)} ms`)
}

async function measureWarm(lab: Lab, account: Account, path: string): Promise<void> {
  const stage = await setStage(lab, account, 2000)
  await benchWarmFunctions(lab, path, stage).finally(() => stage.bare.stop())
}

async function measureMany(lab: Lab, account: Account): Promise<void> {
  const project = await addProject(account)
  for (let n = 0; n < MANY; n++) await timeOf(lab, await deploy(account, project, `many ${n}`))
  const metrics = await (await fetch(`${lab.msingi.base}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1])
  const each = figure('msingi_function_memory_bytes') / figure('msingi_function_processes')
  tellNote(`a process with one or ${MANY} functions takes ${megabytes(each)} on average`)
}
