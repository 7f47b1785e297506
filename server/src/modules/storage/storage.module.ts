// Stored files: buckets, objects as rows, uploads, downloads and signed addresses.
import type { KeyLookup } from '#modules/api-keys/key-lookup.service.ts'
import type { FindProject } from '#platform/credentials/actor.ts'
import { developers, PERMISSIONS, readers } from '#platform/credentials/permissions.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import { ROUTE_GROUPS } from '#platform/http/routes/limit-rules.ts'
import { imageCacheOf } from '#platform/images/image-cache.ts'
import { openImages } from '#platform/images/images.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { afterCommit } from '#platform/work/after-commit.ts'
import { bucketDeletion } from './buckets/bucket-deletion.ts'
import { bucketRoutes } from './buckets/buckets.routes.ts'
import { createBucketLookup } from './context/bucket-lookup.ts'
import { createBlobSignatures } from './context/signatures.ts'
import type { Storage } from './context/storage.ts'
import { createUrlTokens } from './context/url-tokens.ts'
import { downloadRoutes } from './downloads/downloads.routes.ts'
import { createOpenObjects } from './downloads/open-objects.ts'
import { createSmallBlobs } from './downloads/small-blobs.ts'
import { createVersions } from './downloads/versions.ts'
import { imageRoutes } from './images/images.routes.ts'
import { createObjectLinks, type ObjectLinks } from './links/object-links.service.ts'
import { OBJECT_EVENTS } from './objects/object-events.ts'
import { objectRoutes } from './objects/objects.routes.ts'
import { resumableRoutes } from './resumable/resumable.routes.ts'
import { s3CredentialRoutes } from './s3/credentials.routes.ts'
import { createS3Credentials } from './s3/credentials.ts'
import { s3Routes } from './s3/s3.routes.ts'
import { signedUrlRoutes } from './signed-urls/signed-urls.routes.ts'
import { createSweeper } from './sweeper/sweeper.ts'
import { uploadRoutes } from './uploads/uploads.routes.ts'
import { createEgress, type Egress } from './usage/egress.ts'
import { usageRoutes } from './usage/usage.routes.ts'

const tags = { Storage: 'Buckets and files, under the policies of the table `storage_objects`.' } as const

API_TAGS.add(160, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

const permissions = {
  'storage:read': { allows: 'Read buckets and files.', roles: readers },
  'storage:write': { allows: 'Change buckets and files.', roles: developers },
} as const

PERMISSIONS.add(200, permissions)

declare module '#platform/credentials/permissions.ts' {
  interface PermissionNames extends Record<keyof typeof permissions, unknown> {}
}

const groups = { storage: true } as const

ROUTE_GROUPS.add(30, groups)

declare module '#platform/http/routes/limit-rules.ts' {
  interface RouteGroups extends Record<keyof typeof groups, unknown> {}
}

const OBJECTS_CHANGED = topic('storage-objects')

/** StorageNeeds are the services of other modules. */
export interface StorageNeeds {
  readonly projects: { readonly find: FindProject }
  readonly apiKeys: { readonly keys: Pick<KeyLookup, 'byId'> }
}

/** StorageModule is the module, with what counts sent bytes, and what makes the addresses of files. */
export interface StorageModule extends Module {
  readonly egress: Egress
  readonly links: ObjectLinks
}

/** storageModule returns what the module contributes. */
export function storageModule(platform: Platform, { projects, apiKeys }: StorageNeeds): StorageModule {
  const { clusters, invalidations, statistics, shapes } = platform
  const storage: Storage = {
    platform,
    clusters,
    findProject: projects.find,
    buckets: createBucketLookup(platform),
    signatures: createBlobSignatures(clusters),
    changed: async (project, objectId, kind) => {
      if (kind === 'changed') await invalidations.publish(OBJECTS_CHANGED, `${project.id} ${objectId}`)
      await afterCommit(platform.log, 'count a changed file', async () =>
        statistics.count(project, await shapes.get(project, 'storage_objects'), 1),
      )
    },
  }
  const tokens = createUrlTokens(platform.keys)
  const links = createObjectLinks(platform.keys, platform.clock, storage.buckets)
  const openObjects = createOpenObjects(storage)
  invalidations.on(OBJECTS_CHANGED, (key) => openObjects.forget(key))
  const egress = createEgress(platform)
  const { blobs, config, gates, log } = platform
  const sources = { versions: createVersions(storage), source: { blobs, small: createSmallBlobs(blobs) } }
  const images = openImages({ blobs, cache: imageCacheOf(config), gate: gates.images, log })
  const credentials = createS3Credentials(platform, apiKeys.keys)
  return {
    name: 'storage',
    hostPaths: { short: ['/projects/:projectID/storage'] },
    events: OBJECT_EVENTS,
    routes: (api) => {
      bucketRoutes(api, storage)
      objectRoutes(api, storage)
      uploadRoutes(api, storage, tokens)
      resumableRoutes(api, storage)
      downloadRoutes(api, storage, { tokens, links, openObjects, egress, ...sources })
      imageRoutes(api, storage, { images, openObjects, egress, tokens, links })
      s3CredentialRoutes(api, storage, credentials, apiKeys.keys)
      signedUrlRoutes(api, storage, tokens)
      usageRoutes(api, platform)
    },
    rootRoutes: (app) => s3Routes(app, { storage, credentials, egress, ...sources }),
    jobs: [bucketDeletion(storage)],
    upkeep: [createSweeper(storage)],
    egress,
    links,
    forget: (id) => images.forget(id).catch((err) => log.warn({ err }, 'could not empty a cache')),
    close: egress.close,
  }
}
