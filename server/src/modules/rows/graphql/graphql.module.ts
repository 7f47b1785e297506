// GraphQL over the tables of a project.
import type { ObjectLinks } from '#modules/storage/links/object-links.service.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { graphqlRoutes } from './graphql.routes.ts'

/** GraphqlNeeds is what makes the addresses of files. */
export interface GraphqlNeeds {
  readonly storage: { readonly links: ObjectLinks }
}

/** graphqlModule returns what the module contributes. */
export function graphqlModule(platform: Platform, { storage }: GraphqlNeeds): Module {
  return {
    name: 'graphql',
    tags: { GraphQL: 'Rows over GraphQL.' },
    hostPaths: { short: ['/projects/:projectID/graphql'] },
    routes: (api) => graphqlRoutes(api, platform, storage.links),
  }
}
