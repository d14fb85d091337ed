import type { CellObject, WorkSheet } from '@e965/xlsx'
import { expect, test } from 'vitest'
import type { CellSink } from '../cell-sink.ts'
import { readLegacyGrid } from './legacy-grid.ts'
import { createLegacyStyles } from './legacy-styles.ts'
import { scanSheet } from './scan-sheet.ts'

/** Counting up to here takes minutes. */
const FAR = 4_000_000_000
const ONE: CellObject = { t: 'n', v: 1 }
const NOTHING = () => {}
const DEAF: CellSink = { row: NOTHING, number: NOTHING, text: NOTHING, boolean: NOTHING, error: NOTHING, date: NOTHING, formula: NOTHING } // biome-ignore format: a list

/** An array with one element, far away. */
function farAway<T>(element: T): T[] {
  const list: T[] = []
  list[FAR] = element
  return list
}

const scan = (sheet: WorkSheet, sink = DEAF) => scanSheet(sheet, createLegacyStyles(), sink)

test.each<[string, WorkSheet]>([
  ['row', { '!data': farAway([ONE]) }],
  ['column', { '!data': [farAway(ONE)] }],
])('a cell in a %s that no sheet has makes a file broken', async (_, sheet) => {
  await expect(scan(sheet)).rejects.toMatchObject({ problem: 'corrupt' })
})

test('rows and columns that no sheet has are skipped', async () => {
  const sheet: WorkSheet = { '!rows': farAway({ hidden: true }), '!cols': farAway({ hidden: true }) }

  const { rows, columns } = await readLegacyGrid(sheet, (sink) => scan(sheet, sink), { rows: 10, cells: 10 })

  expect({ rows, columns }).toEqual({ rows: [], columns: [] })
})
