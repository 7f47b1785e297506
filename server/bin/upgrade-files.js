// The files of a version: those that Git follows, and those that were installed.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { git, run, Stop } from './upgrade-tools.js'

/** checkUnchanged throws where a file that Git follows was changed. */
export function checkUnchanged(root) {
  const changed = git(root, 'status', '--porcelain', '--untracked-files=no')
  if (changed !== '')
    throw new Stop(
      `These files of the checkout were changed; commit or restore them:\n${changed}\nNothing has been changed.`,
    )
}

/** removeLocks removes the locks that a checkout has left which was broken off. */
export function removeLocks(root) {
  const paths = git(root, 'rev-parse', '--git-path', 'index.lock', '--git-path', 'HEAD.lock').split('\n')
  for (const path of paths) rmSync(resolve(root, path), { force: true })
}

/** switchTo checks a version out over one that was checked out in part. */
export function switchTo(root, { commit }) {
  git(root, 'checkout', '--quiet', '--force', '--detach', commit)
}

/** switchBack checks `former` out over any part of `target`, on its branch where that has not moved. */
export function switchBack(root, former, target) {
  // The files that `target` alone has are removed: from now on the index has them.
  git(root, 'read-tree', target.commit)
  const branch = run(['git', 'rev-parse', '--verify', '--quiet', `refs/heads/${former.name}`], { cwd: root })
  if (branch.text === former.commit) git(root, 'checkout', '--quiet', '--force', former.name, '--')
  else switchTo(root, former)
}

/** listInstalled returns the paths that were installed: for `target` all that are ignored in `next`, for `former` those of such names. */
export function listInstalled(root, next) {
  const target = listIgnored(next)
  const names = new Set(target.map((path) => basename(path)))
  return { former: listIgnored(root).filter((path) => names.has(basename(path))), target }
}

function listIgnored(folder) {
  const text = git(folder, 'ls-files', '--others', '--ignored', '--exclude-standard', '--directory')
  return text.split('\n').filter((path) => path !== '')
}

/**
 * exchange brings `incoming` paths from a folder into the root, and moves `outgoing` ones aside. Where it was broken off it goes on:
 * what is incoming and no longer there has been moved.
 */
export function exchange(root, { from, incoming, to, outgoing }) {
  for (const path of new Set([...incoming, ...outgoing])) {
    const [source, place, aside] = [from, root, to].map((folder) => join(folder, path))
    const isIncoming = incoming.includes(path)
    if (isIncoming && !existsSync(source)) continue
    if (existsSync(place)) {
      // Of a version that was installed and not switched to.
      rmSync(aside, { recursive: true, force: true })
      move(place, aside)
    }
    if (isIncoming) move(source, place)
  }
}

function move(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  renameSync(from, to)
}
