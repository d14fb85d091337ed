import { createClient } from '@bindery-data/sdk'
import { afterAll, expect, test, vi } from 'vitest'
import type { LoadedRow } from '../../../parts/grid/rows/read-page.ts'
import { NEW_ROW, openRowPages } from '../../../parts/grid/rows/row-pages.ts'
import type { CellChange } from './cell-change.ts'

vi.stubGlobal('location', { origin: 'http://service.test' })
const { openTableEdits } = await import('./table-edits.ts')
afterAll(() => vi.unstubAllGlobals())

const ROW: LoadedRow = { rowId: 1, cells: { a: 'old' }, version: 1 }

/** A service that takes every write when it is let, and remembers them in their order. */
function newService() {
  const sent: Record<string, unknown>[][] = []
  const undone: string[] = []
  const refuse: { next: object | null } = { next: null }
  const gates: PromiseWithResolvers<void>[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(String(input))
    const problem = refuse.next
    refuse.next = null
    if (problem) return Response.json(problem, { status: Number(Reflect.get(problem, 'status')) })
    if (pathname.endsWith('/undo')) {
      undone.push(pathname)
      return Response.json({ op_id: 90, undid: 1 })
    }
    const { rows } = JSON.parse(String(init?.body))
    await gates.shift()?.promise
    sent.push(rows)
    const version = sent.length + 1
    const taken = rows.map((row: object) => ('__svc_row_id' in row ? row : { ...row, __svc_row_id: 2 }))
    const inserted = rows.filter((row: object) => !('__svc_row_id' in row)).length
    return Response.json({ edit_version: version, op_id: sent.length, inserted, rejected: [], rows: taken })
  }
  const hold = () => {
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    return gate.resolve
  }
  const workbook = createClient({ url: 'http://service.test', fetch, retries: 0 }).workbook('wb_1')
  const pages = openRowPages(async () => ({
    rows: [ROW],
    columns: [{ name: 'a', type: 'VARCHAR', masked: false }],
    rowCount: 1,
    version: 1,
  }))
  const failures: unknown[] = []
  const edits = openTableEdits(
    workbook,
    'sales',
    () => pages,
    (error) => failures.push(error),
  )
  return { edits, sent, undone, refuse, hold, failures }
}

const typed = (mine: string): Promise<CellChange[]> =>
  Promise.resolve([{ at: { state: 'loaded', row: ROW }, line: 0, column: 'a', base: 'old', mine }])

const UNAVAILABLE = { code: 'unavailable', status: 503, title: 'Not available', detail: '' }

test('what is typed over a cell that is being saved stays shown when it fails', async () => {
  const { edits, refuse, hold } = newService()
  const release = hold()
  const first = edits.write(typed('one'))
  const second = edits.write(typed('two'))
  await vi.waitFor(() => expect(edits.all()).toMatchObject([{ state: 'saving', change: { mine: 'two' } }]))

  release()
  await first
  refuse.next = UNAVAILABLE
  await second

  expect(edits.all()).toMatchObject([{ state: 'refused', isRepeatable: true, change: { mine: 'two' } }])
})

test('a paste whose lines are still read is written before what was typed after it', async () => {
  const { edits, sent } = newService()
  const reading = Promise.withResolvers<CellChange[]>()
  const pasted = edits.write(reading.promise)
  const later = edits.write(typed('typed'))

  reading.resolve(await typed('pasted'))
  await Promise.all([pasted, later])

  expect(sent.map(([row]) => row?.a)).toEqual(['pasted', 'typed'])
  expect(edits.all()).toEqual([])
})

test('an undo whose answer was lost is taken for done, and the way to earlier ones stays open', async () => {
  const { edits, refuse, undone, failures } = newService()
  await edits.write(typed('one'))
  await edits.write(typed('two'))

  refuse.next = { ...UNAVAILABLE, code: 'already_undone', status: 409 }
  await edits.undo()
  await edits.undo()

  expect(undone).toEqual(['/api/v1/workbooks/wb_1/ops/1/undo'])
  expect([failures, edits.canUndo()]).toEqual([[], false])
})

test('cells that are typed one after the other into the line of a new row are one row', async () => {
  const { edits, sent, hold } = newService()
  const letFirst = hold()
  const inNewLine = (column: string, mine: string): Promise<CellChange[]> =>
    Promise.resolve([{ at: NEW_ROW, line: 1, column, base: null, mine }])

  const first = edits.write(inNewLine('a', 'North'))
  const second = edits.write(inNewLine('b', 'Bench'))
  letFirst()
  await Promise.all([first, second])

  expect(sent).toMatchObject([[{ a: 'North' }], [{ __svc_row_id: 2, b: 'Bench' }]])
  expect(edits.all()).toEqual([])
})

test('after an undo the line of a new row is a new row again', async () => {
  const { edits, sent } = newService()
  const inNewLine = (mine: string): Promise<CellChange[]> =>
    Promise.resolve([{ at: NEW_ROW, line: 1, column: 'a', base: null, mine }])

  await edits.write(inNewLine('North'))
  await edits.undo()
  await edits.write(inNewLine('South'))

  expect(sent).toEqual([[{ a: 'North' }], [{ a: 'South' }]])
})
