import { expect, test } from 'vitest'
import type { PageReader } from '../../../parts/grid/rows/read-page.ts'
import { openRowPages } from '../../../parts/grid/rows/row-pages.ts'
import type { CellChange } from './cell-change.ts'
import { changesOf } from './changes-of.ts'

const COLUMNS = [{ name: 'n', type: 'BIGINT', masked: false }]

/** A table of so many rows. Reads that `failing` names fail. */
const tableOf = (rowCount: number, failing: (offset: number) => boolean = () => false): PageReader => {
  return async ({ offset, limit, isCounted }) => {
    if (failing(offset)) throw new Error('no connection')
    const length = Math.max(0, Math.min(limit, rowCount - offset))
    const rows = Array.from({ length }, (_, n) => ({ rowId: offset + n + 1, cells: { n: offset + n }, version: 1 }))
    return { rows, columns: COLUMNS, rowCount: isCounted ? rowCount : null, version: 1 }
  }
}

const column = (from: number, length: number) =>
  Array.from({ length }, (_, n) => ({ row: from + n, column: 0, text: String(9_000 + n) }))

test('lines that were never looked at are read, and only those behind the end are new rows', async () => {
  const pages = openRowPages(tableOf(450))

  const { changes } = await changesOf(column(395, 60), COLUMNS, pages)

  const states = changes.map(({ at }) => (at.state === 'loaded' ? at.row.rowId : at.state))
  expect(states.slice(0, 3)).toEqual([396, 397, 398])
  expect(states.slice(54)).toEqual([450, 'absent', 'absent', 'absent', 'absent', 'absent'])
})

test('a line that cannot be read is no new row: nothing is changed at all', async () => {
  const pages = openRowPages(tableOf(450, (offset) => offset === 200))

  const refused = changesOf(column(195, 10), COLUMNS, pages)

  await expect(refused).rejects.toThrow('no connection')
})

test('scrolling and refreshing do not break off the reading of lines for a paste', async () => {
  const table = tableOf(1_000)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const pages = openRowPages(async (asked) => {
    if (asked.offset === 400) await held
    asked.signal.throwIfAborted()
    return table(asked)
  })
  await pages.load([0])
  const reading = changesOf(column(400, 3), COLUMNS, pages)
  pages.want(800, 820)
  pages.refresh()
  release()

  const { changes } = await reading

  expect(changes.map(({ at }) => at.state)).toEqual(['loaded', 'loaded', 'loaded'])
})

test('a table that became shorter ends where a second look says', async () => {
  let rowCount = 450
  const pages = openRowPages((asked) => tableOf(rowCount)(asked))
  await pages.load([0])
  rowCount = 300

  const lines = await pages.load([299, 300])

  expect([...lines.values()].map(({ state }) => state)).toEqual(['loaded', 'absent'])
})

test('a page that says nothing about the length of the table is no end of it', async () => {
  const table = tableOf(450)
  const pages = openRowPages(async (asked) => ({ ...(await table(asked)), rowCount: null }))

  await expect(pages.load([450])).rejects.toThrow('without a count')
})

test('a line that is not known does not compile where a row is written', () => {
  const pages = openRowPages(tableOf(0))
  const change = { line: 3, column: 'n', base: null, mine: 1 }

  // @ts-expect-error: unknown is neither a row nor the end of the table.
  const unknown: CellChange = { ...change, at: pages.lineAt(3) }
  // @ts-expect-error: nor can one be made up.
  const invented: CellChange = { ...change, at: { state: 'absent' } }

  expect([unknown.at.state, invented.at.state]).toEqual(['unknown', 'absent'])
})
