import { expect, test } from 'vitest'
import { edition, newLinkPlace } from '../../../test/link-place.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

const SALES = [
  ['region', 'amount', 'on'],
  ['east', 10, new Date(Date.UTC(2026, 3, 1))],
  ['west', 20, null],
]
const NOTES = [['checked', true]]

test('cells are pairs of an address and a value, of the first sheet or the one that is named', async () => {
  const { track, atVersion } = await newLinkPlace(service)
  const { body: link } = await track(edition({ Sales: SALES, Notes: NOTES }))

  const first = await atVersion(link.link_id, 1, 'cells')
  const named = await atVersion(link.link_id, 1, 'cells?sheet=Notes')
  const none = await atVersion(link.link_id, 1, 'cells?sheet=Nowhere')

  expect(first).toMatchObject({ status: 200, body: { sheet: 'Sales', truncated: false } })
  expect(first.body.cells.slice(3)).toEqual([
    { cell: 'A2', value: 'east' },
    { cell: 'B2', value: 10 },
    { cell: 'C2', value: '2026-04-01' },
    { cell: 'A3', value: 'west' },
    { cell: 'B3', value: 20 },
  ])
  expect(named.body.cells).toEqual([
    { cell: 'A1', value: 'checked' },
    { cell: 'B1', value: true },
  ])
  expect([none.status, none.body.code]).toEqual([404, 'not_found'])
})

test('a diff tells per sheet which cells differ from the version before, and knows rows that came between', async () => {
  const { track, push, atVersion } = await newLinkPlace(service)
  const { body: link } = await track(edition({ Sales: SALES, Notes: NOTES }))
  const changed = SALES.with(2, ['west', 21, null]).toSpliced(1, 0, ['north', 5, null])
  await push(link.link_id, edition({ Sales: changed, Remarks: NOTES }))

  const { status, body } = await atVersion(link.link_id, 2, 'diff')

  expect(status).toBe(200)
  expect(body).toEqual({
    n: 2,
    against: 1,
    sheets: [
      {
        sheet: 'Sales', renamed_from: null, status: 'changed', total: 3, truncated: false,
        row_map: [{ old: 1, new: 1, rows: 1 }, { old: 2, new: 3, rows: 2 }],
        column_map: [{ old: 'A', new: 'A', columns: 3 }],
        changes: [
          { cell: 'A2', old_cell: null, new_cell: 'A2', old: null, new: 'north' },
          { cell: 'B2', old_cell: null, new_cell: 'B2', old: null, new: 5 },
          { cell: 'B4', old_cell: 'B3', new_cell: 'B4', old: 20, new: 21 },
        ],
      },
      {
        sheet: 'Remarks', renamed_from: 'Notes', status: 'same', total: 0, truncated: false,
        row_map: [{ old: 1, new: 1, rows: 1 }], column_map: [{ old: 'A', new: 'A', columns: 2 }], changes: [],
      },
    ],
  }) // biome-ignore format: one value
})

test('a diff may be asked against any version, in either direction', async () => {
  const { track, push, atVersion } = await newLinkPlace(service)
  const { body: link } = await track(edition({ Sales: SALES }))
  await push(link.link_id, edition({ Sales: SALES.with(2, ['west', 21, null]) }))
  await push(link.link_id, edition({ Sales: SALES.with(2, ['west', 22, null]) }))

  const forward = await atVersion(link.link_id, 3, 'diff?against=1')
  const back = await atVersion(link.link_id, 1, 'diff?against=3')
  const none = await atVersion(link.link_id, 1, 'diff')

  expect(forward.body.sheets[0].changes).toMatchObject([{ cell: 'B3', old: 20, new: 22 }])
  expect(back.body.sheets[0].changes).toMatchObject([{ cell: 'B3', old: 22, new: 20 }])
  expect([none.status, none.body.code]).toEqual([404, 'not_found'])
  expect(none.body.detail).toBe('Version 1 is the first of this file.')
})

test('a diff lists no more than 10,000 cells of a sheet, and counts all', async () => {
  const { track, push, atVersion } = await newLinkPlace(service)
  const numbers = (from: number) => Array.from({ length: 3_000 }, (_, n) => [from + n, from - n, from * n, -n - from])
  const { body: link } = await track({ ...edition({ Sales: numbers(1) }) })
  await push(link.link_id, edition({ Sales: numbers(100_000) }))

  const { body } = await atVersion(link.link_id, 2, 'diff')

  const [sheet] = body.sheets
  expect(sheet.changes).toHaveLength(10_000)
  expect(sheet.total).toBeGreaterThan(10_000)
  expect(sheet.truncated).toBe(true)
})
