import { parseArgs } from 'node:util'
import { type Judgement, judgeTables } from './judge.ts'
import { readTables } from './read-tables.ts'
import { generateSheet } from './sheets/generate-sheet.ts'

/** node tools/train-structuring/measure-shapes.ts [--sheets 2000] [--from 0] [--failing SHAPE]: what the engine makes of each shape. */
export type ShapeCount = Record<Judgement['verdict'], number> & { asMeant: number; faults: Map<string, number> }

export function measureShapes(from: number, count: number): Map<string, ShapeCount> {
  const counts = new Map<string, ShapeCount>()
  for (let seed = from; seed < from + count; seed++) {
    const { shape, sheet, truth } = generateSheet(seed)
    const { verdict, isAsMeant, faults } = judgeTables(truth, readTables(sheet).tables)
    const its = counts.get(shape) ?? { right: 0, usable: 0, wrong: 0, asMeant: 0, faults: new Map() }
    its[verdict]++
    if (verdict === 'right' && isAsMeant) its.asMeant++
    for (const [fault, times] of Object.entries(faults))
      if (times > 0) its.faults.set(fault, (its.faults.get(fault) ?? 0) + 1)
    counts.set(shape, its)
  }
  return counts
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { sheets: { type: 'string', default: '2000' }, from: { type: 'string', default: '0' } },
  })
  const counts = measureShapes(Number(values.from), Number(values.sheets))
  const total = { right: 0, usable: 0, wrong: 0, as_meant: 0 }
  for (const [shape, { right, usable, wrong, asMeant, faults }] of counts) {
    total.right += right
    total.usable += usable
    total.wrong += wrong
    total.as_meant += asMeant
    const why = [...faults].map(([fault, times]) => `${fault} ${times}`).join(', ')
    console.log(`${shape.padEnd(34)} ${right} ${usable} ${wrong}  as meant ${asMeant}  ${why}`)
  }
  console.log(JSON.stringify({ sheets: Number(values.sheets), shapes: counts.size, ...total }))
}
