// More nodes on the database of a test's server, as far as live changes go.

import type { Change } from '#platform/changes/feed/change-feed.ts'
import { clusterOf, quietLog } from '#test/test-database.ts'
import { type ClusterFeeds, type FeedOptions, openChangeFeeds } from './change-feeds.ts'
import type { CaptureWish, Lab } from './changes.fixture.ts'

/** TestReader is a second process, as far as the database can tell. */
export interface TestReader {
  readonly feeds: ClusterFeeds
  readonly heard: Change[]
  stop(): Promise<void>
}

/** startReader opens the feeds of another node on the database of a lab. */
export async function startReader(
  lab: Lab,
  capture: CaptureWish,
  more: Partial<FeedOptions> = {},
): Promise<TestReader> {
  const { clusters, stop } = clusterOf(lab.app.platform.clusters.main.adminConfig())
  const { clock, platform } = lab.app
  const feeds = await openChangeFeeds({
    ...{ clusters, clock, log: quietLog, capture, retention: 60 },
    invalidations: platform.invalidations,
    ...more,
  })
  const heard: Change[] = []
  feeds.listen((changes) => heard.push(...changes))
  return {
    feeds,
    heard,
    stop: async () => {
      await feeds.close()
      await stop()
    },
  }
}
