// Code that comes late, as over a slow network.
import type { Page } from 'playwright-core'

/** holdBack keeps code from arriving until `release`; `asked` resolves once the page wants it. */
export async function holdBack(page: Page, name: string) {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(new RegExp(`/assets/${name}-[^/]*\\.js$`), async (route) => {
    asked.resolve()
    await released.promise
    await route.continue()
  })
  return { asked: asked.promise, release: released.resolve }
}
