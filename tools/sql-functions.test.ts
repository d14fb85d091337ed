import { expect, test } from 'vitest'
import { carryOver, findFaults, listFunctions, readFunctionFile } from './sql-functions.ts'

test('every function of the pinned DuckDB is decided', async () => {
  expect(findFaults(readFunctionFile(), await listFunctions())).toEqual([])
})

test('a function that a new DuckDB brings fails the check until a maintainer has decided', () => {
  const decided = readFunctionFile()
  const found = { ...decided, functions: { ...decided.functions, read_minds: 'undecided' } }

  expect(findFaults(decided, found)).toContain('read_minds is undecided')
  expect(findFaults(carryOver(decided, found), found)).toEqual(['read_minds is undecided'])
})

test('a decision is a word that has a reason', () => {
  const decided = readFunctionFile()
  const found = { ...decided, tableFunctions: { ...decided.tableFunctions, glob: 'maybe' } }

  expect(findFaults(found, found)).toEqual(['glob is maybe'])
})
