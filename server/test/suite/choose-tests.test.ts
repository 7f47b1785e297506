import { expect, test } from 'vitest'
import { chooseTests } from './choose-tests.ts'

test('a changed file chooses the tests of its module, part or folder; what has none is named', () => {
  const { filters, left } = chooseTests([
    'server/src/modules/plans/billing/invoices/invoices.ts',
    'server/src/engine/parser/parser.ts',
    'server/src/platform/jobs/jobs.test.ts',
    'server/test/isolation/belongings.ts',
    'console/src/grid/grid.tsx',
    'clients/typescript/src/client.ts',
    'docs/console.md',
    'package.json',
    'server/src/app.ts',
  ])
  expect(filters).toEqual([
    'console/test/',
    'src/engine/parser/',
    'src/modules/plans/billing/',
    'src/platform/jobs/jobs.test.ts',
    'test/client/',
    'test/docs.test.ts',
    'test/house/',
    'test/isolation/',
    'test/modules.test.ts',
  ])
  expect(left).toEqual(['package.json', 'server/src/app.ts'])
})
