import { existsSync, readFileSync } from 'node:fs'
import { bytesOf } from '@bindery-data/spreadsheet/byte-source.ts'
import { openFile } from '@bindery-data/spreadsheet/open-file.ts'
import { findShape } from '@bindery-data/spreadsheet/structure/header/find-shape.ts'
import { fitToHeaders } from '@bindery-data/spreadsheet/structure/header/fit-to-headers.ts'
import { readFileSheet } from '@bindery-data/spreadsheet/structure/read-file-sheet.ts'
import { findRegions } from '@bindery-data/spreadsheet/structure/regions/find-regions.ts'
import { spellBox } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'
import { type CasePack, dataSetOf, openPack, readInput } from './case-pack.ts'

/**
 * node proof/structuring/fit-confidence.ts: how often a region and its header are right at which score, over all cases whose
 * truth knows regions. Prints the steps that calibrate-confidence.ts holds: scores are put in order, and neighbours whose
 * shares of right ones fall are pooled until none falls (isotonic regression).
 */
type Judged = { id: string; score: number; isRight: boolean }
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
  for (const dataSet of DATA_SETS) {
    const its = judged.filter(({ id }) => dataSetOf(id) === dataSet)
    const others = judged.filter(({ id }) => dataSetOf(id) !== dataSet)
    console.log(`${dataSet}: ${compared(saidOf(its, isotonic(others)))}`)
  }
  console.log(`each file left out: ${compared(leaveFilesOut(judged))}`)
}

type Said = { said: number; isRight: boolean }

function saidOf(judged: readonly Judged[], steps: readonly Step[]): Said[] {
  return judged.map(({ score, isRight }) => ({
    said: steps.findLast(({ from }) => Number(score.toFixed(3)) >= from)?.share ?? steps[0]?.share ?? 0,
    isRight,
  }))
}

/** What tables made without a file say of it. */
function leaveFilesOut(judged: readonly Judged[]): Said[] {
  return [...Map.groupBy(judged, ({ id }) => id)].flatMap(([id, its]) =>
    saidOf(its, isotonic(judged.filter((each) => each.id !== id))),
  )
}

/** What is said beside what is true, and by how much they differ among those of which the same is said, a tenth each. */
function compared(all: readonly Said[]): string {
  const mean = (shares: readonly number[]) => shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
  const saidBy = (some: readonly Said[]) => mean(some.map(({ said }) => said))
  const trueOf = (some: readonly Said[]) => mean(some.map(({ isRight }) => Number(isRight)))
  const tenths = [...Map.groupBy(all, ({ said }) => Math.round(said * 10)).values()]
  const apart = tenths.reduce((sum, some) => sum + Math.abs(saidBy(some) - trueOf(some)) * some.length, 0) / all.length
  return `said ${saidBy(all).toFixed(3)}, true ${trueOf(all).toFixed(3)} of ${all.length}, apart by ${apart.toFixed(3)}`
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
    for (const found of sheet ? fitToHeaders(sheet, findRegions(sheet)) : []) {
      if (!sheet || found.kind !== 'data') continue
      const shape = findShape(sheet, found.box)
      const same = regions?.find((region) => region.kind === 'data' && region.range === spellBox(found.box))
      const rows = shape.headerRows.map((row) => row + 1).join()
      const isRight = same !== undefined && (!same.header_rows || same.header_rows.join() === rows)
      judged.push({ id, score: found.confidence * shape.confidence, isRight })
    }
  }
  opened.close()
  return judged
}

type Step = { from: number; share: number; count: number }

function isotonic(judged: readonly Judged[]): Step[] {
  // Equal scores are one decision for the reader.
  const byScore = Map.groupBy(judged, ({ score }) => Number(score.toFixed(3)))
  const pools: Pool[] = []
  for (const [from, its] of [...byScore].sort(([one], [other]) => one - other)) {
    const right = its.filter(({ isRight }) => isRight).length
    const last = pools.at(-1)
    if (last && last.count < LEAST_DECISIONS) join(last, { from, right, count: its.length })
    else pools.push({ from, right, count: its.length })
    poolFalling(pools)
  }
  // One more right and one more wrong: no number of right ones makes sure.
  return pools.map(({ from, right, count }) => ({ from, share: (right + 1) / (count + 2), count }))
}

type Pool = { from: number; right: number; count: number }

function join(pool: Pool, { right, count }: Pool): void {
  pool.right += right
  pool.count += count
}

/** The last pool joins the one before it as long as it would be a step down. */
function poolFalling(pools: Pool[]): void {
  for (let last = pools.at(-1), before = pools.at(-2); last && before; last = pools.at(-1), before = pools.at(-2)) {
    if (last.right / last.count > before.right / before.count) return
    join(before, last)
    pools.pop()
  }
}
