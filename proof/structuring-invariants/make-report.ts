import { draftSheet, type SheetDraft } from '../structuring/sheet-draft.ts'
import { createRandom } from './random.ts'
import { addTable } from './report-table.ts'
import { addKeyValues, addNotes, addTitle } from './report-texts.ts'

/** A report as it is made in a hurry: tables of all kinds beside and below each other, and texts around them. */
export function makeReport(seed: number): SheetDraft {
  const random = createRandom(seed)
  const draft = draftSheet()
  let row = random.whole(0, 3)
  const tables = random.one([1, 1, 1, 2, 2, 3])
  for (let n = 0; n < tables; n++) {
    const left = random.whole(0, 2)
    if (random.chance(0.6)) row = addTitle(draft, random, row, left)
    if (random.chance(0.15)) row = addKeyValues(draft, random, row, left)
    const { bottom, right } = addTable(draft, random, row, left)
    if (random.chance(0.2)) addTable(draft, random, row, right + random.whole(2, 3))
    row = bottom + random.one([1, 2, 2, 3])
    if (random.chance(0.4)) row = addNotes(draft, random, row, left)
  }
  for (let n = random.whole(0, 2); n > 0; n--)
    if (random.chance(0.3))
      draft.put(random.whole(0, row + 3), random.whole(0, 20), random.one(['済', 'x', 'check!', 7]))
  return draft
}
