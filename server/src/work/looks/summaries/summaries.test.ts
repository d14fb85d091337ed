import { expect, test } from 'vitest'
import { newStaff } from '../../../../test/new-staff.ts'
import { newTable } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const COLUMNS = [
  { name: 'day', type: 'DATE' },
  { name: 'region' },
  { name: 'it\'s "odd"' },
  { name: 'amount', type: 'DECIMAL(10,2)' },
]

const ROWS = [
  { day: '2026-01-05', region: 'east', 'it\'s "odd"': 'x', amount: '10.50' },
  { day: '2026-01-20', region: 'west', 'it\'s "odd"': 'y', amount: '1' },
  { day: '2026-02-01', region: 'east', 'it\'s "odd"': 'x', amount: '2' },
  { day: '2026-05-01', region: null, 'it\'s "odd"': "'; drop table x", amount: '4' },
]

async function newSummaries() {
  const made = await newTable(service, { columns: COLUMNS, rows: ROWS })
  const summarize = (summary: object) =>
    made.call('POST', `${made.at}/summarize?shape=arrays`, {
      table: 'sales',
      measures: [{ function: 'count' }],
      ...summary,
    })
  const rows = async (summary: object) => (await summarize(summary)).body.rows
  return { ...made, summarize, rows }
}

test('rows are grouped and measured, days by a period', async () => {
  const { rows, summarize } = await newSummaries()
  const sum = [{ function: 'sum', column: 'amount' }]

  expect(await rows({})).toEqual([[4]])
  expect(await rows({ group_by: [{ column: 'region' }], measures: sum })).toEqual([
    ['east', '12.50'],
    ['west', '1.00'],
    [null, '4.00'],
  ])
  expect(await rows({ group_by: [{ column: 'day', by: 'quarter' }] })).toEqual([
    ['2026-01-01', 3],
    ['2026-04-01', 1],
  ])
  const { body } = await summarize({
    group_by: [{ column: 'region' }],
    measures: ['average', 'min', 'max', 'distinct'].map((name) => ({ function: name, column: 'amount' })),
  })
  expect(body.columns.map(({ name }: { name: string }) => name)).toEqual([
    'region',
    'average(amount)',
    'min(amount)',
    'max(amount)',
    'distinct(amount)',
  ])
  expect(body.rows[0]).toEqual(['east', 6.25, '2.00', '10.50', 2])
})

test('a pivot is one more column, the top keeps whole groups, and the order is by groups or the first measure', async () => {
  const { rows } = await newSummaries()
  const group_by = [{ column: 'region' }]

  expect(await rows({ group_by, pivot: { column: 'day', by: 'month' }, top: { count: 1 } })).toEqual([
    ['east', '2026-01-01', 1],
    ['east', '2026-02-01', 1],
  ])
  expect(await rows({ group_by, order: 'ascending', measures: [{ function: 'sum', column: 'amount' }] })).toEqual([
    ['west', '1.00'],
    [null, '4.00'],
    ['east', '12.50'],
  ])
})

test('filters are conditions; odd names and values are no SQL', async () => {
  const { rows } = await newSummaries()
  const kept = (filter: object[]) => rows({ filter })

  expect(await kept([{ column: 'it\'s "odd"', op: '=', value: "'; drop table x" }])).toEqual([[1]])
  expect(await kept([{ column: 'amount', op: 'between', value: 1, to: 2 }])).toEqual([[2]])
  expect(await kept([{ column: 'region', op: 'in', values: ['east', null] }])).toEqual([[3]])
  expect(await kept([{ column: 'region', op: 'not_in', values: ['east'] }])).toEqual([[2]])
  expect(await kept([{ column: 'region', op: 'not_contains', value: 'eas' }])).toEqual([[2]])
  expect(await kept([{ column: 'day', op: '<', value: '2026-02-01' }])).toEqual([[2]])
  expect(await kept([{ column: 'region', op: 'is_null' }])).toEqual([[1]])
})

test('what makes no sense is refused where it stands', async () => {
  const { summarize } = await newSummaries()
  const code = async (summary: object) => (await summarize(summary)).body.code

  expect(await code({ group_by: [{ column: 'nowhere' }] })).toBe('unknown_column')
  expect(await code({ group_by: [{ column: 'region', by: 'month' }] })).toBe('validation_error')
  expect(await code({ measures: [{ function: 'sum', column: 'region' }] })).toBe('validation_error')
  expect(await code({ measures: [{ function: 'sum' }] })).toBe('validation_error')
  expect(await code({ top: { count: 3, measure: 1 } })).toBe('validation_error')
})

test('a masked column groups as empty, and a denied one is unknown', async () => {
  const { editor, at } = await newStaff(service, [
    { name: 'A', salary: 1, ssn: '1' },
    { name: 'B', salary: 2, ssn: '2' },
  ])
  const ask = (column: string) =>
    editor.call('POST', `${at}/summarize?shape=arrays`, {
      table: 'staff',
      group_by: [{ column }],
      measures: [{ function: 'count' }],
    })

  expect((await ask('ssn')).body.rows).toEqual([[null, 2]])
  expect((await ask('salary')).body.code).toBe('unknown_column')
})
