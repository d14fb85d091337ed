import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { contentOf, readPage, TableWorld } from '../../../../test/table-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await TableWorld.open()
})
afterAll(() => world.close())

/** A node whose engines read files, and keep copies of so many bytes. */
function newNode(cacheBytes: number) {
  const cacheFolder = mkdtempSync(join(tmpdir(), 'bindery-projections-'))
  // The user that sandboxed engines run as must pass.
  chmodSync(cacheFolder, 0o711)
  onTestFinished(() => rmSync(cacheFolder, { recursive: true, force: true }))
  const reader = world.newReader({ inMemoryBytes: -1, settings: { cacheFolder, cacheBytes } })
  return { reader, projections: () => globSync(join(cacheFolder, '**/projections/*')) }
}

async function tableOfThreeSegments() {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'VARCHAR'])
  for (const plain of ['a', 'b', 'c']) await world.append(workbookId, tableId, [{ 1: plain, 2: 'canary' }])
  return { open: () => world.readable(workbookId, tableId, { denied: [2] }) }
}

const CONTENT = ['a', 'b', 'c'].map((plain, n) => [n + 1, plain])

test('projections that fit are made once', async () => {
  const table = await tableOfThreeSegments()
  const { reader, projections } = newNode(1024 ** 3)

  const page = await readPage(reader, await table.open())

  expect(contentOf(page)).toEqual(CONTENT)
  expect(projections()).toHaveLength(3)
})

test('projections beyond what a node may keep are thrown away, also before they were used, and all is read', async () => {
  const [first, second] = [await tableOfThreeSegments(), await tableOfThreeSegments()]
  const { reader, projections } = newNode(1)

  const pages = [await readPage(reader, await first.open()), await readPage(reader, await second.open())]

  expect(pages.map(contentOf)).toEqual([CONTENT, CONTENT])
  expect(projections()).toHaveLength(1)
})

test('a projection that was deleted from disk is made again', async () => {
  const table = await tableOfThreeSegments()
  const { reader, projections } = newNode(1024 ** 3)
  const opened = await table.open()
  await readPage(reader, opened)
  for (const path of projections()) rmSync(path)
  for (const engine of await reader.pool.enginesOf(opened.workbookId)) engine.process.kill()

  const page = await readPage(reader, opened)

  expect(contentOf(page)).toEqual(CONTENT)
})

test('where the folder of an engine is gone, another engine reads the table', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['VARCHAR', 'VARCHAR'])
  const { reader } = newNode(1024 ** 3)
  for (const denied of [[2], []]) {
    await world.append(workbookId, tableId, [{ 1: 'a', 2: 'canary' }])
    const opened = await world.readable(workbookId, tableId, { denied })
    await readPage(reader, opened)
    for (const { process } of await reader.pool.enginesOf(workbookId))
      rmSync(process.folders.input, { recursive: true })
    await world.append(workbookId, tableId, [{ 1: 'b', 2: 'canary' }])

    const page = await readPage(reader, await world.readable(workbookId, tableId, { denied }))

    expect(contentOf(page).at(-1)?.[1]).toBe('b')
  }
})
