import { afterAll, beforeAll, expect, test } from 'vitest'
import { engineHolds } from '../../../test/engine-holds.ts'
import { contentOf, readPage, TableWorld, typeNamed } from '../../../test/table-world.ts'
import { planRestore } from './bulk/build-content.ts'

let world: TableWorld
beforeAll(async () => {
  world = await TableWorld.open()
})
afterAll(() => world.close())

/** No text, so that a retype keeps it; long enough that no file holds it by chance. */
const SECRET = '7305198466120457'

test.each([
  { form: 'in memory', inMemoryBytes: 1_000_000, isOpenOnDisk: false },
  { form: 'as files', inMemoryBytes: -1, isOpenOnDisk: true },
])(
  'no byte of a hidden column is in an engine’s folders after a retype, a drop and a restore: $form',
  async ({ inMemoryBytes }) => {
    const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'VARCHAR'])
    await world.append(workbookId, tableId, [{ 1: 'plain', 2: SECRET }])
    const reader = world.newReader({ inMemoryBytes })
    const look = async (hidden: number) => {
      const table = await world.readable(workbookId, tableId, { masked: [hidden] })
      const rows = contentOf(await readPage(reader, table))
      return { rows, isLeaked: await engineHolds(reader, workbookId, [SECRET]) }
    }
    const first = await world.readable(workbookId, tableId)

    const before = await look(2)
    const to = await world.retype(workbookId, tableId, 2, typeNamed('BIGINT'))
    const retyped = await look(to)
    const [plain] = first.columns
    await world.write(workbookId, { tableId, expected: null, kind: 'schema', columns: plain ? [plain] : [] })
    const dropped = await look(to)
    const write = await planRestore(world.running.db, workbookId, tableId, first.version)
    await world.write(workbookId, ...(write ? [write] : []))
    const restored = await look(2)
    const past = await readPage(
      reader,
      await world.readable(workbookId, tableId, { masked: [to], version: first.version + 1 }),
    )

    const hidden = { rows: [[1, 'plain', null]], isLeaked: false }
    expect([before, retyped, restored]).toEqual([hidden, hidden, hidden])
    expect(dropped).toEqual({ rows: [[1, 'plain']], isLeaked: false })
    expect(contentOf(past)).toEqual([[1, 'plain', null]])
    expect(await engineHolds(reader, workbookId, [SECRET])).toBe(false)
    await readPage(reader, await world.readable(workbookId, tableId))
  },
)
