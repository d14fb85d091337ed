import { expect, test } from 'vitest'
import { checkPermission, impliedScopes } from '../../../test/permission-model.ts'
import { SCOPES } from '../../platform/caller.ts'

const CASES = 20_000

test('who may do what where is decided as an independent model decides it: scope, reach and role, each on its own', () => {
  const { cases, decisions } = checkPermission(CASES)

  expect(cases).toBe(CASES)
  // Every outcome was met often, so that agreeing on it means something.
  expect(Math.min(...Object.values(decisions))).toBeGreaterThan(CASES / 100)
})

test('for workbooks write implies proposing and both imply read, and no other scope implies anything', () => {
  const implied = impliedScopes().filter(([held, needed]) => held !== needed)

  expect(implied).toEqual([
    ['workbooks:propose', 'workbooks:read'],
    ['workbooks:write', 'workbooks:read'],
    ['workbooks:write', 'workbooks:propose'],
  ])
  expect(impliedScopes()).toHaveLength(SCOPES.length + 3)
})
