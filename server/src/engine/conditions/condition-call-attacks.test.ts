// What must never pass: functions, operators and types that the allow-lists do not name.
import { beforeAll, describe, expect, test } from 'vitest'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { SqlError } from '#engine/parser/sql-error.ts'
import { CALL_ATTACKS } from './call-attacks.fixture.ts'
import { refusalOf } from './tables.fixture.ts'

beforeAll(loadParser)

describe.each(CALL_ATTACKS.map(([name, message, ...sources]) => ({ name, message, sources })))(
  '$name',
  ({ message, sources }) => {
    test.each(sources)('%j is refused', (source) => {
      const refusal = refusalOf(source)
      expect(refusal).toBeInstanceOf(SqlError)
      expect(refusal?.message).toMatch(message)
    })
  },
)
