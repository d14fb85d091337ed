import { expect, test } from 'vitest'
import { firstChoice } from './answer.ts'
import { pivoted } from './pivoted.ts'

const column = (name: string, type = 'VARCHAR') => ({ name, type, by: null })
const ANSWER = {
  columns: [column('region'), column('year'), column('sum', 'BIGINT')],
  rows: [
    ['east', '2025', 1],
    ['east', '2026', 2],
    ['west', '2026', 3],
  ],
}

test('a column goes across, and what does not occur is empty', () => {
  const { columns, rows } = pivoted(ANSWER, 1, '(empty)')

  expect(columns.map(({ name }) => name)).toEqual(['region', '2025', '2026'])
  expect(rows).toEqual([
    ['east', 1, 2],
    ['west', null, 3],
  ])
})

test('the first chart of an answer follows from its columns', () => {
  const month = { name: 'day', type: 'DATE', by: 'month' as const }
  const [region, , sum] = ANSWER.columns

  expect(firstChoice(ANSWER)).toEqual({ kind: 'stacked', x: 0, y: [2], series: 1 })
  expect(firstChoice({ ...ANSWER, columns: [month, sum].flatMap((each) => each ?? []) }).kind).toBe('line')
  expect(firstChoice({ ...ANSWER, columns: [region, sum].flatMap((each) => each ?? []) }).kind).toBe('bar')
  expect(firstChoice({ columns: [column('n', 'BIGINT')], rows: [[4]] }).kind).toBe('number')
})
