import { expect, test } from 'vitest'
import { type Candidate, matchCandidate, questionFrom } from './search-question.ts'

const candidate: Candidate = {
  workbookId: 'w',
  itemId: 'i',
  kind: 'artifact',
  name: 'monthly sales',
  description: 'all that was sold',
  columns: ['region', '顧客名'],
  origins: [1, 2],
  filenames: ['report 4 xlsx'],
}

const ask = (q: string) => {
  const question = questionFrom(q, q.split(' '))
  return question && matchCandidate(question, candidate)
}

test('every word must be somewhere, and fields in which one is found are listed in their order', () => {
  expect(ask('sales region')?.matched).toEqual(['name', 'column'])
  expect(ask('sales nowhere')).toBeNull()
  expect(ask('')).toBeNull()
})

test('the very name counts most, the middle of a word least', () => {
  const scores = ['monthly sales', 'monthly', 'sales', 'region', 'onthly', 'report', 'sold'].map(
    (q) => ask(q)?.score ?? 0,
  )

  expect(scores[0]).toBe(1)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(new Set(scores).size).toBe(scores.length)
})

test('two letters are the beginning of a word, or nothing', () => {
  expect(ask('sa')?.matched).toEqual(['name'])
  expect(ask('al')?.matched).toEqual(['description'])
  expect(ask('nt')).toBeNull()
})

test('a column that is taken away takes its match with it', () => {
  const question = questionFrom('region', ['region'])

  expect(question && matchCandidate(question, { ...candidate, columns: ['顧客名'] })).toBeNull()
})
