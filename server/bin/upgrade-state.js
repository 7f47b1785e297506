// What an upgrade keeps: how far it came, and which process is at it.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Stop } from './upgrade-tools.js'

/** openState returns what is kept in a folder, where it keeps other upgrades out until `release`. */
export function openState(folder) {
  const [file, lock] = ['state.json', 'lock'].map((name) => join(folder, name))
  mkdirSync(folder, { recursive: true })
  take(lock)
  return {
    state: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined,
    save(state) {
      writeFileSync(`${file}.new`, JSON.stringify(state), { flush: true })
      renameSync(`${file}.new`, file)
      return state
    },
    release: () => rmSync(lock, { force: true }),
  }
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const holder = Number(readFileSync(lock, 'utf8'))
    if (isAlive(holder))
      throw new Stop(`Another upgrade is under way (process ${holder}). Where it is none, remove ${lock}.`)
    rmSync(lock, { force: true })
    take(lock)
  }
}

function isAlive(pid) {
  if (!(pid > 0) || pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
