// What happens before the parser is loaded: in a process of its own, since it stays loaded.
import { expect, test } from 'vitest'
import { compileCondition } from '#engine/conditions/condition.ts'
import { POSTS, scopeOf } from '#engine/conditions/tables.fixture.ts'

test('without the parser there is no condition', () => {
  expect(() => compileCondition('true', scopeOf(POSTS))).toThrow('loadParser must be awaited')
})
