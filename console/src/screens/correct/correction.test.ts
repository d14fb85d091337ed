import type { Wire } from '@bindery-data/sdk'
import { describe, expect, test } from 'vitest'
import {
  choiceOfRow,
  withColumn,
  withHeaderRows,
  withKind,
  withRange,
  withReading,
  withRowChoice,
} from './correction.ts'
import { isFilledDown, withFillDown } from './fill-down.ts'

/** A small report: a title in the first row, two header rows, a subtotal, months across. */
const CELLS = [
  ['Sales', '', '', ''],
  ['Region', '2026', '2026', ''],
  ['', 'April', 'May', 'Remark'],
  ['North', '10', '20', ''],
  ['South', '1', '2', 'late'],
  ['Total', '11', '22', ''],
]
const textAt = (row: number, column: number) => CELLS[row - 1]?.[column - 1] ?? ''

type Column = Wire.Region['columns'][number]

const column = (source_column: string, name: string, type = 'BIGINT'): Column => ({
  source_column,
  header: name,
  name,
  type,
  format: null,
  unit: null,
  role: 'measure',
  include: true,
  nullable: true,
  on_error: 'null',
  confidence: 1,
  evidence: { rows: 2, nulls: 0, nonconforming: 0, leading_zero: 0, max_digits: 2, ambiguous_dates: 0, samples: [] },
})

const REGION: Wire.Region = {
  region_id: 'r1',
  sheet: 'Sheet1',
  kind: 'data',
  range: 'A2:C6',
  layout: 'crosstab',
  orientation: 'rows',
  header_rows: [2, 3],
  header_join: ' ',
  fill_merged: 'header',
  data_range: 'A4:C6',
  label_columns: ['A'],
  unit: null,
  title: 'Sales',
  confidence: 0.95,
  evidence: [],
  columns: [column('A', 'Region', 'VARCHAR'), column('B', '2026 April'), column('C', '2026 May')],
  row_roles: [{ rows: [6], role: 'total' }],
  totals: [{ row: 6, op: 'sum', operands: ['4:5'], cells: ['B6:C6'], verified: true, agreement: 1 }],
  period_axis: {
    columns: ['B', 'C'],
    labels: ['April', 'May'],
    normalized: ['2026-04', '2026-05'],
    granularity: 'month',
  },
  reshape: {
    kind: 'unpivot',
    id_columns: ['Region'],
    value_columns: ['2026 April', '2026 May'],
    name_to: 'month',
    value_to: 'value',
  },
  hierarchy: null,
  outputs: [{ name: 'sales', kind: 'long' }],
  alternatives: [
    { rank: 2, confidence: 0.5, summary: 'the rows as they stand', patch: { layout: 'list', reshape: null } },
  ],
}

describe('the range of a region', () => {
  test('a wider one brings columns under the names that stand in its header', () => {
    const wider = withRange(REGION, { top: 2, left: 1, bottom: 6, right: 4 }, textAt)

    expect(wider).toMatchObject({ range: 'A2:D6', data_range: 'A4:D6' })
    expect(wider.columns.at(-1)).toMatchObject({ source_column: 'D', name: 'Remark', type: 'VARCHAR', include: true })
    expect(wider.reshape).toEqual(REGION.reshape)
  })

  test('a narrower one takes along nothing of what it left', () => {
    const narrower = withRange(REGION, { top: 2, left: 1, bottom: 5, right: 2 }, textAt)

    expect(narrower).toMatchObject({
      range: 'A2:B5',
      data_range: 'A4:B5',
      row_roles: [],
      totals: [],
      period_axis: null,
      reshape: null,
    })
    expect(narrower.outputs).toEqual([{ name: 'sales', kind: 'list' }])
  })
})

describe('what rows are for', () => {
  test('columns are called after the rows that head them, and the reading follows', () => {
    const one = withHeaderRows(REGION, [3], textAt)

    expect(one.columns.map(({ name }) => name)).toEqual(['A', 'April', 'May'])
    expect(one.reshape).toMatchObject({ id_columns: ['A'], value_columns: ['April', 'May'] })
  })

  test('a row that becomes header takes all rows above it along', () => {
    const deeper = withRowChoice(REGION, 4, 'header', textAt)

    expect(deeper.header_rows).toEqual([2, 3, 4])
    expect(deeper.data_range).toBe('A5:C6')
  })

  test('a header row that becomes data is data, with all header rows below it', () => {
    const flatter = withRowChoice(REGION, 3, 'data', textAt)

    expect(flatter.header_rows).toEqual([2])
    expect(choiceOfRow(flatter, 3)).toBe('data')
    expect(new Set(flatter.columns.map(({ name }) => name)).size).toBe(3)
  })

  test('a total that becomes data is computed from nothing any more', () => {
    const plain = withRowChoice(REGION, 6, 'data', textAt)

    expect(plain).toMatchObject({ row_roles: [], totals: [] })
    expect(plain.outputs).toEqual([{ name: 'sales', kind: 'long' }])
  })

  test('a row that becomes a subtotal comes out beside the others', () => {
    const summed = withRowChoice(REGION, 5, 'subtotal', textAt)

    expect(choiceOfRow(summed, 5)).toBe('subtotal')
    expect(summed.outputs).toEqual([
      { name: 'sales', kind: 'long' },
      { name: 'sales_computed', kind: 'computed' },
    ])
  })
})

describe('columns and readings', () => {
  test('a renamed column is called so in the reading, too', () => {
    const renamed = withColumn(REGION, 'B', { name: 'Apr' })

    expect(renamed.reshape).toMatchObject({ value_columns: ['Apr', '2026 May'] })
  })

  test('another reading makes another kind of table, and the way back is kept', () => {
    const other = withReading(REGION, 2)

    expect(other).toMatchObject({ layout: 'list', reshape: null })
    expect(other.outputs[0]).toEqual({ name: 'sales', kind: 'list' })
    expect(withReading(other, 2)).toMatchObject({ layout: 'crosstab', reshape: REGION.reshape })
  })

  test('another reading keeps labels that are filled down, and columns of no axis beside it', () => {
    const columns = [column('A', 'Region', 'VARCHAR'), column('B', '2026 April'), column('C', '2026 May')]
    const remark = { ...column('D', 'Remark', 'VARCHAR'), role: 'note' as const }
    const total = { ...column('E', 'Total'), role: 'total' as const }
    const months = { name_to: 'month', value_to: 'value', value_columns: ['2026 April', '2026 May'] }
    const long = { kind: 'unpivot' as const, id_columns: ['Region'], ...months }
    const region: Wire.Region = {
      ...REGION,
      columns: [...columns, remark, total],
      reshape: { kind: 'fill_down', columns: ['Region'] },
      alternatives: [{ rank: 2, confidence: 0.5, summary: '', patch: { layout: 'crosstab', reshape: long } }],
    }

    const { reshape } = withReading(region, 2)

    expect(reshape).toEqual([
      { kind: 'fill_down', columns: ['Region'] },
      { ...long, id_columns: ['Region', 'Remark'] },
    ])
  })

  test('a column is filled down, and no longer; what else the reading does stays', () => {
    const filled = withFillDown(REGION, 'Region', true)

    expect(filled.reshape).toEqual([{ kind: 'fill_down', columns: ['Region'] }, REGION.reshape])
    expect(isFilledDown(filled, 'Region')).toBe(true)
    expect(withFillDown(filled, 'Region', false).reshape).toEqual(REGION.reshape)
  })

  test('what was a note becomes a table under its first row', () => {
    const note: Wire.Region = {
      ...REGION,
      kind: 'note',
      header_rows: [],
      columns: [],
      row_roles: [],
      reshape: null,
      outputs: [],
    }

    const table = withKind(note, 'data', textAt, 'notes')

    expect(table.header_rows).toEqual([2])
    expect(table.columns.map(({ name }) => name)).toEqual(['Region', '2026', '2026_2'])
    expect(table.outputs).toEqual([{ name: 'Sales', kind: 'list' }])
  })

  test('what was a table becomes a note among the others of its sheet', () => {
    const note = withKind(REGION, 'note', textAt, 'Sheet1_notes')

    expect(note).toMatchObject({ kind: 'note', outputs: [{ name: 'Sheet1_notes', kind: 'notes' }] })
    expect(withKind(REGION, 'ignore', textAt, 'Sheet1_notes').outputs).toEqual([])
  })
})
