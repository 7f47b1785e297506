// Goes from screen to screen in one page, without loading the console anew: tests of all screens stay cheap.
import { drawn, type Visit } from './open-console.ts'
import type { ScreenUnderTest } from './screens.ts'

/** Viewer is one page that goes from screen to screen without loading the console anew. */
export interface Viewer extends Visit {
  /** follow goes to an address and waits until what it asks for has come, and is drawn. */
  follow(path: string, screen?: Pick<ScreenUnderTest, 'live'>): Promise<void>
}

/** follower returns a page that goes from screen to screen; `base` is the address of the server. */
export function follower(visit: Visit, base: string): Viewer {
  const { page } = visit
  const open = new Set<object>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  const settle = async (live: boolean) => {
    // What has arrived has asked for more by then.
    do await drawn(page)
    while (open.size > 0 && !live)
  }
  const follow = async (path: string, { live = false }: Pick<ScreenUnderTest, 'live'> = {}) => {
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(`${base}/console${path}`)})`)
    await settle(live)
    await page.getByRole('heading').first().waitFor()
    // The heading stands before the first of its requests.
    await settle(live)
  }
  return { ...visit, follow }
}
