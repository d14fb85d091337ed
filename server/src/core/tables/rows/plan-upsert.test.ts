import { describe, expect, test } from 'vitest'
import type { Cells, Column } from '../../../engine/table/table.ts'
import { type Existing, planUpsert, type UpsertRules } from './plan-upsert.ts'
import type { SentRow } from './sent-rows.ts'

const column = (id: number, initial: string | null = null): Column => ({
  id,
  origin: id,
  name: `c${id}`,
  type: { name: 'VARCHAR' },
  initial,
  description: null,
})
const COLUMNS = [column(1), column(2), column(3, 'kg')]

const row = (index: number, cells: Record<number, string | null>, more: Partial<SentRow> = {}): SentRow => ({
  index,
  rowId: null,
  rowVersion: null,
  cells: new Map(Object.entries(cells).map(([id, text]) => [Number(id), text])),
  ...more,
})

const plan = (
  sent: SentRow[],
  { rows = {}, matches = [] }: { rows?: Record<number, Cells>; matches?: [SentRow, number[]][] } = {},
  rules: Partial<UpsertRules> & { matchColumnIds?: number[] } = {},
) => {
  const existing: Existing = {
    rows: new Map(Object.entries(rows).map(([id, cells]) => [Number(id), cells])),
    matches: new Map(matches),
  }
  const standard = { mode: 'upsert' as const, isMatched: false, isRowLocked: false, matchColumnIds: [] }
  return planUpsert(COLUMNS, sent, existing, { ...standard, ...rules, count: sent.length })
}

describe('a row without an id', () => {
  test('is inserted; what it leaves out is NULL or the default', () => {
    expect(plan([row(0, { 1: 'a' })])).toMatchObject({
      edits: [{ op: 'I', rowId: null, cells: { 1: 'a', 3: 'kg' }, before: null }],
      targets: [{ edit: 0 }],
      inserted: 1,
    })
  })

  test('can say NULL against a default', () => {
    expect(plan([row(0, { 3: null })]).edits).toEqual([{ op: 'I', rowId: null, cells: { 3: null }, before: null }])
  })

  test('that matches one row updates it; matching several it is rejected; matching none it is inserted', () => {
    const [one, several, none] = [row(0, { 1: 'a', 2: 'x' }), row(1, { 1: 'b' }), row(2, { 1: 'c' })]

    const made = plan(
      [one, several, none],
      {
        rows: { 7: { 1: 'a', 2: null } },
        matches: [
          [one, [7]],
          [several, [8, 9]],
          [none, []],
        ],
      },
      { isMatched: true, matchColumnIds: [1] },
    )

    expect(made.edits).toMatchObject([{ op: 'U', rowId: 7, cells: { 2: 'x' }, before: { 2: null } }, { op: 'I' }])
    expect(made.rejected).toMatchObject([{ index: 1, code: 'ambiguous_match', rowIds: [8, 9] }])
    expect(made.targets).toEqual([{ edit: 0 }, null, { edit: 1 }])
  })

  test('is rejected where only updates are wanted', () => {
    expect(plan([row(0, {})], {}, { mode: 'update' }).rejected).toMatchObject([{ code: 'validation_error' }])
    expect(plan([row(0, {})], {}, { mode: 'update', isMatched: true }).rejected).toMatchObject([
      { code: 'row_not_found' },
    ])
  })

  test('twice with the same values to match on becomes one row; NULL equals nothing', () => {
    const sent = [row(0, { 1: 'a', 2: 'x' }), row(1, { 1: 'a', 2: 'y' }), row(2, { 1: null }), row(3, { 1: null })]

    const made = plan(sent, {}, { isMatched: true, matchColumnIds: [1] })

    expect(made.edits.map(({ cells }) => cells)).toEqual([{ 1: 'a', 2: 'y', 3: 'kg' }, { 3: 'kg' }, { 3: 'kg' }])
    expect(made.targets).toEqual([{ edit: 0 }, { edit: 0 }, { edit: 1 }, { edit: 2 }])
  })
})

describe('a row with an id', () => {
  test('changes only the cells that differ, and keeps what they were', () => {
    const made = plan([row(0, { 1: 'a', 2: 'new' }, { rowId: 5 })], { rows: { 5: { 1: 'a', 2: 'old' } } })

    expect(made.edits).toEqual([{ op: 'U', rowId: 5, cells: { 2: 'new' }, before: { 2: 'old' } }])
    expect(made).toMatchObject({ updated: 1, unchanged: 0 })
  })

  test('that changes nothing is no edit, and still has its place in the answer', () => {
    const made = plan([row(0, { 1: 'a', 3: 'kg' }, { rowId: 5 })], { rows: { 5: { 1: 'a' } } })

    expect(made).toMatchObject({ edits: [], targets: [{ rowId: 5 }], unchanged: 1 })
  })

  test('is rejected when there is none, and where only inserts are wanted', () => {
    expect(plan([row(0, {}, { rowId: 5 })]).rejected).toMatchObject([{ code: 'row_not_found', rowIds: [5] }])
    expect(plan([row(0, {}, { rowId: 5 })], { rows: { 5: {} } }, { mode: 'insert' }).rejected).toMatchObject([
      { column: '__svc_row_id', code: 'validation_error' },
    ])
  })

  test('must say its version where rows are locked, and takes it along', () => {
    const sent = [row(0, { 1: 'x' }, { rowId: 5 }), row(1, { 1: 'x' }, { rowId: 6, rowVersion: 3 })]

    const made = plan(sent, { rows: { 5: {}, 6: {} } }, { isRowLocked: true })

    expect(made.rejected).toMatchObject([{ index: 0, column: '__svc_row_version' }])
    expect(made.edits).toMatchObject([{ rowId: 6, rowVersion: 3 }])
  })

  test('twice is as if sent one after another', () => {
    const sent = [row(0, { 1: 'x', 2: 'y' }, { rowId: 5 }), row(1, { 1: 'z' }, { rowId: 5 })]

    const made = plan(sent, { rows: { 5: { 1: 'z', 2: 'b' } } })

    expect(made.edits).toEqual([{ op: 'U', rowId: 5, cells: { 2: 'y' }, before: { 2: 'b' } }])
    expect(made).toMatchObject({ targets: [{ edit: 0 }, { edit: 0 }], updated: 1 })
  })
})
