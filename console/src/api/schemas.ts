// The names of the API's schemas that screens speak of.
import type { components } from '@msingi/api-types'

type Schemas = components['schemas']

export type Account = Schemas['Account']
export type ApiKey = Schemas['ApiKey']
export type Column = Schemas['Column']
export type NewApiKey = Schemas['NewApiKey']
export type Organisation = Schemas['Organisation']
export type Project = Schemas['Project']
export type Relationship = Schemas['Relationship']
export type Setup = Schemas['Setup']
export type Table = Schemas['Table']
export type UsagePeriod = Schemas['UsagePeriod']
