import { afterAll, beforeAll, expect, test } from 'vitest'
import { TableWorld } from '../../../../test/table-world.ts'
import { planContent } from '../../table/content.ts'
import { throughMask } from './column-mask.ts'
import { heldContent, planStep } from './held-content.ts'

let world: TableWorld
beforeAll(async () => {
  world = await TableWorld.open()
})
afterAll(() => world.close())

test('what is held of a table does not grow with its edits, and an append finds it to be the same', async () => {
  const { workbookId, tableId } = await world.newTableAlone(['INTEGER'])
  await world.append(workbookId, tableId, [{ 1: '0' }])
  const { db } = world.running
  const head = () => world.readable(workbookId, tableId)
  const plan = await planContent(db, workbookId, tableId, (await head()).version)
  if (!plan) throw new Error('there is no content')
  let held = heldContent(plan, throughMask(plan.columns, undefined))
  for (let n = 1; n <= 5; n++) {
    await world.edit(workbookId, tableId, [{ op: 'U', rowId: 1, cells: { 1: `${n}` }, before: { 1: `${n - 1}` } }])
    const step = await planStep(db, workbookId, held, await head(), undefined)
    if (!step) throw new Error('an edit leads nowhere')
    held = step.content
  }
  await world.append(workbookId, tableId, [{ 1: '9' }])

  const appended = await planStep(db, workbookId, held, await head(), undefined)

  expect(held.laid).toHaveLength(1)
  expect(appended?.newSegments).toHaveLength(1)
})
