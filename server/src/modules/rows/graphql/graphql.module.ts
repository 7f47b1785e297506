// GraphQL over the tables of a project.
import type { ObjectLinks } from '#modules/storage/links/object-links.service.ts'
import { API_TAGS } from '#platform/http/routes/api-tags.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { graphqlRoutes } from './graphql.routes.ts'

const tags = { GraphQL: 'Rows over GraphQL.' } as const

API_TAGS.add(130, tags)

declare module '#platform/http/routes/api-tags.ts' {
  interface ApiTags extends Record<keyof typeof tags, unknown> {}
}

/** GraphqlNeeds is what makes the addresses of files. */
export interface GraphqlNeeds {
  readonly storage: { readonly links: ObjectLinks }
}

/** graphqlModule returns what the module contributes. */
export function graphqlModule(platform: Platform, { storage }: GraphqlNeeds): Module {
  return {
    name: 'graphql',
    hostPaths: { short: ['/projects/:projectID/graphql'] },
    routes: (api) => graphqlRoutes(api, platform, storage.links),
  }
}
