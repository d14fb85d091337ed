import { expect, test } from 'vitest'
import type { ReadableColumn } from '../../../engine/table/readable-table.ts'
import { openSealed, Sealed, seal } from '../../../engine/table/sealed.ts'
import type { Cells } from '../../../engine/table/table.ts'
import { type DeltaBefore, planUndo } from './plan-undo.ts'

const column = (id: number): ReadableColumn => ({
  id,
  origin: id,
  name: `c${id}`,
  type: { name: 'VARCHAR' },
  initial: null,
  description: null,
  isMasked: false,
})
const COLUMNS = [column(1), column(2)]
const delta = (op: 'I' | 'U' | 'D', cells: Cells | null, before: Cells | null): DeltaBefore => ({
  rowId: 1,
  op,
  cells,
  before,
})
const undo = (one: DeltaBefore, now?: Cells) => {
  const { edits, changed } = planUndo(COLUMNS, [one], new Map(now ? [[1, { seen: now, whole: seal(now) }]] : []))
  return { changed, edits: edits.map((edit) => ({ ...edit, before: bare(edit.before) })) }
}
const bare = (before: Cells | Sealed<Cells> | null) => (before instanceof Sealed ? openSealed(before) : before)

test('an insert is taken back by a deletion that keeps the whole row', () => {
  expect(undo(delta('I', { 1: 'a' }, null), { 1: 'a', 2: null })).toMatchObject({
    edits: [{ op: 'D', rowId: 1, before: { 1: 'a' } }],
    changed: [],
  })
})

test('an inserted row that was edited or deleted since is reported', () => {
  expect(undo(delta('I', { 1: 'a' }, null), { 1: 'a', 2: 'new' }).changed).toMatchObject([
    { rowId: 1, column: { id: 2 }, written: null, current: 'new' },
  ])
  expect(undo(delta('I', { 1: 'a' }, null))).toMatchObject({ edits: [], changed: [{ rowId: 1, column: null }] })
})

test('an update is taken back in the cells it wrote and no others', () => {
  expect(undo(delta('U', { 1: 'new' }, { 1: 'old' }), { 1: 'new', 2: 'other' })).toMatchObject({
    edits: [{ op: 'U', rowId: 1, cells: { 1: 'old' }, before: { 1: 'new' } }],
    changed: [],
  })
})

test('an updated cell that changed since is reported, and would be overwritten', () => {
  expect(undo(delta('U', { 1: 'new' }, { 1: 'old' }), { 1: 'newer' })).toMatchObject({
    edits: [{ cells: { 1: 'old' }, before: { 1: 'newer' } }],
    changed: [{ column: { id: 1 }, written: 'new', current: 'newer' }],
  })
})

test('a deleted row comes back whole under its id; one that is back already is reported', () => {
  expect(undo(delta('D', null, { 1: 'a', 2: 'b' }))).toMatchObject({
    edits: [{ op: 'I', rowId: 1, cells: { 1: 'a', 2: 'b' } }],
    changed: [],
  })
  expect(undo(delta('D', null, { 1: 'a', 2: 'b' }), { 1: 'x', 2: 'b' })).toMatchObject({
    edits: [{ op: 'U', cells: { 1: 'a' }, before: { 1: 'x' } }],
    changed: [{ rowId: 1, column: null }],
  })
})

test('cells of columns that are gone are skipped', () => {
  const plan = undo(delta('U', { 1: 'new', 9: 'x' }, { 1: 'old', 9: 'y' }), { 1: 'new' })

  expect(plan.edits).toMatchObject([{ cells: { 1: 'old' } }])
})
