// What a setting is, and several that are set together.
import { z } from 'zod'

/** Setting is a variable of the environment; `description` is Markdown for docs/configuration.md. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  readonly variable: string
  readonly schema: Schema
  readonly description: string
}

/** setting returns a setting. */
export function setting<Schema extends z.ZodType>(
  variable: string,
  schema: Schema,
  description: string,
): Setting<Schema> {
  return { variable, schema, description }
}

/** SettingGroup is settings that are one value, which is undefined where `key` is not set. */
export interface SettingGroup<Value> {
  readonly fields: Fields<Value, keyof Value>
  readonly key: keyof Value
  /** requirements returns pairs: the first must be set where the second is. */
  requirements(values: Partial<Value>): readonly (readonly [keyof Value, keyof Value])[]
}

type Fields<Value, Names extends keyof Value> = {
  readonly [Name in Names]-?: Setting<z.ZodType<Value[Name] | undefined>>
}

/** ValuesOf are the values of settings and of groups. */
export type ValuesOf<Settings> = {
  readonly [Name in keyof Settings]: Settings[Name] extends SettingGroup<infer Value>
    ? Value | undefined
    : Settings[Name] extends Setting<infer Schema>
      ? z.output<Schema>
      : never
}

/** flag is `on` or `off`. */
export function flag(fallback: 'on' | 'off') {
  return z
    .enum(['on', 'off'])
    .default(fallback)
    .transform((value) => value === 'on')
}
