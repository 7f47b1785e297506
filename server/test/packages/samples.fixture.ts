// Packages that functions use, the commonest first.
import { FIRST, type Sample } from './first-samples.fixture.ts'
import { MORE } from './more-samples.fixture.ts'
import { TEXTS } from './text-samples.fixture.ts'

const NEEDS_EVAL = 'makes code as it runs, and functions have no eval'
const IS_NATIVE = 'is a module in C'
const NEEDS_TCP = 'opens connections of its own, and functions have no raw TCP'

/** CANNOT says why a package cannot run in functions. */
export const CANNOT: Readonly<Record<string, string>> = {
  ajv: NEEDS_EVAL,
  handlebars: NEEDS_EVAL,
  ejs: NEEDS_EVAL,
  pug: NEEDS_EVAL,
  nunjucks: NEEDS_EVAL,
  eta: NEEDS_EVAL,
  bcrypt: IS_NATIVE,
  argon2: IS_NATIVE,
  sharp: IS_NATIVE,
  pg: NEEDS_TCP,
}

/** SAMPLES are all of them. */
export const SAMPLES: readonly Sample[] = [...FIRST, ...MORE, ...TEXTS]
