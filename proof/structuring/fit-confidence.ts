import { existsSync, readFileSync } from 'node:fs'
import { bytesOf } from '@bindery/spreadsheet/byte-source.ts'
import { openFile } from '@bindery/spreadsheet/open-file.ts'
import { findShape } from '@bindery/spreadsheet/structure/header/find-shape.ts'
import { readFileSheet } from '@bindery/spreadsheet/structure/read-file-sheet.ts'
import { findRegions } from '@bindery/spreadsheet/structure/regions/find-regions.ts'
import { spellBox } from '@bindery/spreadsheet/xlsx/cell-reference.ts'
import { type CasePack, dataSetOf, openPack, readInput } from './case-pack.ts'

/**
 * node proof/structuring/fit-confidence.ts: how often a region and its header are right at which score, over all cases whose
 * truth knows regions. Prints the steps that calibrate-confidence.ts holds: scores are put in order, and neighbours whose
 * shares of right ones fall are pooled until none falls (isotonic regression).
 */
type Judged = { dataSet: string; score: number; isRight: boolean }
type TrueRegion = { kind: string; range: string; header_rows?: number[] | null }
type Truth = { sheet?: string; regions?: TrueRegion[]; sheets?: { name: string; regions: TrueRegion[] }[] }

const DATA_SETS = ['enron-tables', 'fuste', 'troy200', 'gen-reports', 'jp-securities-facts']
/** A step that stands for fewer decisions says nothing. */
const LEAST_DECISIONS = 40

if (import.meta.main) {
  const judged: Judged[] = []
  const pack = openPack({ only: DATA_SETS })
  for (const { id } of pack.cases) judged.push(...(await judgeCase(pack, id)))
  for (const { from, share, count } of isotonic(judged))
    console.log(`  { from: ${from.toFixed(3)}, share: ${share.toFixed(3)} }, // ${count}`)
  for (const dataSet of DATA_SETS) console.log(leftOut(judged, dataSet))
}

/** What a table made without a data set says of it, beside what is true of it. */
function leftOut(judged: readonly Judged[], dataSet: string): string {
  const steps = isotonic(judged.filter((each) => each.dataSet !== dataSet))
  const its = judged.filter((each) => each.dataSet === dataSet)
  const said = its.map(({ score }) => steps.findLast(({ from }) => score >= from)?.share ?? steps[0]?.share ?? 0)
  const mean = (shares: readonly number[]) => shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
  return `${dataSet}: said ${mean(said).toFixed(3)}, true ${mean(its.map(({ isRight }) => Number(isRight))).toFixed(3)} of ${its.length}`
}

async function judgeCase(pack: CasePack, id: string): Promise<Judged[]> {
  const file = `${pack.folder}/${id}/expected.json`
  if (!existsSync(file)) return []
  // Safe: the layout of a pack.
  const truth = JSON.parse(readFileSync(file, 'utf8')) as Truth
  const { name, bytes } = readInput(pack, id)
  const opened = await openFile(bytesOf(bytes), name)
  const judged: Judged[] = []
  for (const [place, info] of opened.sheets.entries()) {
    const regions = truth.sheets?.find((sheet) => sheet.name === info.name)?.regions ?? truth.regions
    const isAsked = truth.sheet === undefined || truth.sheet === info.name || opened.sheets.length === 1
    const sheet = isAsked && regions ? await readFileSheet(opened, place, name) : null
    for (const found of sheet ? findRegions(sheet) : []) {
      if (!sheet || found.kind !== 'data') continue
      const shape = findShape(sheet, found.box)
      const same = regions?.find((region) => region.kind === 'data' && region.range === spellBox(found.box))
      const rows = shape.headerRows.map((row) => row + 1).join()
      const isRight = same !== undefined && (!same.header_rows || same.header_rows.join() === rows)
      judged.push({ dataSet: dataSetOf(id), score: found.confidence * shape.confidence, isRight })
    }
  }
  opened.close()
  return judged
}

type Step = { from: number; share: number; count: number }

function isotonic(judged: readonly Judged[]): Step[] {
  const pools: { from: number; right: number; count: number }[] = []
  for (const { score, isRight } of judged.toSorted((one, other) => one.score - other.score)) {
    const last = pools.at(-1)
    // Equal scores are one decision for whoever reads them.
    if (last && (last.from === score || last.count < LEAST_DECISIONS)) {
      last.right += Number(isRight)
      last.count++
    } else pools.push({ from: score, right: Number(isRight), count: 1 })
    pool(pools)
  }
  // One more right and one more wrong: no number of right ones makes sure.
  return pools.map(({ from, right, count }) => ({ from, share: (right + 1) / (count + 2), count }))
}

/** The last pool joins the one before it as long as it would be a step down. */
function pool(pools: { from: number; right: number; count: number }[]): void {
  for (let last = pools.at(-1), before = pools.at(-2); last && before; last = pools.at(-1), before = pools.at(-2)) {
    const isFilled = last.count >= LEAST_DECISIONS
    if (!isFilled || last.right / last.count > before.right / before.count) return
    before.right += last.right
    before.count += last.count
    pools.pop()
  }
}
