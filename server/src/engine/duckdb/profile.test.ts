import { afterAll, beforeAll, expect, test } from 'vitest'
import { TableWorld } from '../../../test/table-world.ts'
import type { Cells } from '../table/table.ts'

let world: TableWorld
beforeAll(async () => {
  world = await TableWorld.open()
})
afterAll(() => world.close())

const ROWS = 150_000

function* manyRows(): Generator<Cells> {
  for (let n = 0; n < ROWS; n++) {
    const code = n % 10 === 0 ? 'X-1' : `AB-${n}`
    yield {
      1: n % 3 === 0 ? null : ['east', 'west'][n % 2],
      2: String(n),
      3: code,
      4: String(n).padStart(7, '0'),
    } as Cells
  }
}

test('of many rows counts are of all; what is too many to count is estimated and says so', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'INTEGER', 'VARCHAR', 'VARCHAR'])
  await world.append(workbookId, tableId, manyRows())
  await world.insert(workbookId, tableId, [{ 1: 'west', 2: '-1', 3: 'X-1', 4: null }])
  const table = await world.readable(workbookId, tableId)

  const profile = await world.newReader().profile(table, [1, 2, 3, 4])

  expect(profile).toMatchObject({ version: 3, rowCount: ROWS + 1, isSampled: true })
  const [region, number, code, padded] = profile.columns
  expect(region).toMatchObject({
    nullCount: ROWS / 3,
    distinctCount: 2,
    isDistinctExact: true,
    topValues: [
      { value: 'west', count: ROWS / 3 + 1 },
      { value: 'east', count: ROWS / 3 },
    ],
    patterns: [{ pattern: 'aaaa', count: (ROWS * 2) / 3 + 1 }],
  })
  expect(number).toMatchObject({
    min: '-1',
    max: String(ROWS - 1),
    isDistinctExact: false,
    topValues: [],
    patterns: null,
  })
  expect(number?.distinctCount).toBeGreaterThan(ROWS * 0.9)
  expect(number?.mean).toBeCloseTo((ROWS * (ROWS - 1)) / 2 / (ROWS + 1) - 1 / (ROWS + 1), 3)
  const quantiles = number?.quantiles?.map((value) => Number(value) / ROWS) ?? []
  for (const [n, share] of [0.25, 0.5, 0.75].entries()) expect(quantiles[n]).toBeCloseTo(share, 1)
  expect(code?.topValues).toEqual([{ value: 'X-1', count: ROWS / 10 + 1 }])
  expect(code?.patterns?.[0]?.pattern).toBe('AA-99999')
  expect(padded).toMatchObject({ leadingZeros: ROWS, minLength: 7, maxLength: 7, patterns: [{ pattern: '9999999' }] })
})

test('a masked column has no profile: it cannot even be asked for', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'INTEGER'])
  await world.insert(workbookId, tableId, [{ 1: 'secret', 2: '1' }])
  const table = await world.readable(workbookId, tableId, { masked: [1] })
  const reader = world.newReader()

  expect((await reader.profile(table, [2])).columns).toMatchObject([{ columnId: 2, max: '1' }])
  expect((await reader.profile(table, [])).columns).toEqual([])
  await expect(reader.profile(table, [1])).rejects.toThrow('a masked column has no profile')
})
