import { bytesOf } from '@bindery-data/spreadsheet/byte-source.ts'
import { FileRefused } from '@bindery-data/spreadsheet/errors.ts'
import { openFile } from '@bindery-data/spreadsheet/open-file.ts'
import type { OpenedFile } from '@bindery-data/spreadsheet/opened-file.ts'
import type { Region, SpecWarning } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { namedChecks, unbalancedWarning } from '@bindery-data/spreadsheet/structure/invariants/name-checks.ts'
import { settleSheet } from '@bindery-data/spreadsheet/structure/invariants/settle-sheet.ts'
import { nameOutputs } from '@bindery-data/spreadsheet/structure/names/name-outputs.ts'
import { outputsOf } from '@bindery-data/spreadsheet/structure/names/outputs-of.ts'
import { readFileSheet } from '@bindery-data/spreadsheet/structure/read-file-sheet.ts'
import type { Sheet } from '@bindery-data/spreadsheet/structure/sheet.ts'
import { structureFile } from '@bindery-data/spreadsheet/structure/structure-file.ts'
import { structureSheet } from '@bindery-data/spreadsheet/structure/structure-sheet.ts'
import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import { tablesOfSheet } from '../../spreadsheet/test/tables-of-sheet.ts'
import { openPack, readInput } from '../structuring/case-pack.ts'
import { accountSheet } from './account-sheet.ts'
import { checkSheet } from './check-sheet.ts'
import { makeReport } from './make-report.ts'
import { newTotals, type Totals } from './totals.ts'

/** The n-th of so many equal shares of a pack and of generated sheets. */
export type Share = {
  pack: { folder?: string | undefined; every: number } | null
  generated: number
  share: number
  of: number
  /** The last row of every table is forgotten: a control. */
  forgets: boolean
}

/** So many of the generated sheets go through a delimited file. */
const CSV_EVERY = 4

/** A program of its own, so that several can share the work: takes a share, tells its totals in its last line. */
if (import.meta.main) {
  // Safe: the process that starts this program has just written it.
  const share = JSON.parse(process.argv[2] ?? '') as Share
  console.log(JSON.stringify(await countShare(share)))
}

/** `isQuiet`: what is missed is missed on purpose. */
type Count = { totals: Totals; isQuiet: boolean; change: (tables: readonly MadeTable[]) => readonly MadeTable[] }

async function countShare({ pack, generated, share, of, forgets }: Share): Promise<Totals> {
  const count: Count = {
    totals: newTotals(),
    isQuiet: forgets,
    change: forgets
      ? (tables) => tables.map((table) => ({ ...table, rows: table.rows.slice(0, -1) }))
      : (tables) => tables,
  }
  const isIts = (n: number) => n % of === share
  if (pack) {
    const opened = openPack(pack)
    for (const { id } of opened.cases.filter((_, n) => isIts(n)))
      await guarded(count, id, async () => {
        const { name, bytes } = readInput(opened, id)
        await countFile(count, await openFile(bytesOf(bytes), name), name, id)
      })
  }
  for (let seed = 1; seed <= generated; seed++)
    if (isIts(seed)) await guarded(count, `seed ${seed}`, () => countGenerated(count, seed))
  return count.totals
}

async function countGenerated(count: Count, seed: number): Promise<void> {
  const draft = makeReport(seed)
  if (seed % CSV_EVERY === 0) {
    const file = await openFile(bytesOf(Buffer.from(draft.toCsv())), 'report.csv')
    await countFile(count, file, 'report.csv', `seed ${seed}`)
    return
  }
  const sheet = draft.toSheet('報告')
  if (!sheet) return
  const settled = settleSheet(sheet, structureSheet(sheet), (region) => outputsOf(region, '報告', 'ja'))
  const regions = nameOutputs([{ name: '報告', regions: settled.regions, language: 'ja' }], 'report')
  count.totals.stepped_down += settled.warnings.filter(({ code }) => code === 'stepped_down').length
  const warnings = namedChecks(regions, settled.checks).flatMap(unbalancedWarning)
  countSheet(count, sheet, { regions, warnings }, `seed ${seed}`)
}

async function countFile(count: Count, file: OpenedFile, name: string, what: string): Promise<void> {
  const spec = await structureFile(file, { sourceName: name, sha256: '' })
  count.totals.stepped_down += spec.warnings.filter(({ code }) => code === 'stepped_down').length
  for (const [place, info] of file.sheets.entries()) {
    const sheet = await readFileSheet(file, place, name)
    const regions = spec.regions.filter((region) => region.sheet === info.name)
    if (sheet) countSheet(count, sheet, { regions, warnings: spec.warnings }, what)
  }
  file.close()
}

type Structure = { regions: readonly Region[]; warnings: readonly SpecWarning[] }

function countSheet(
  { totals, isQuiet, change }: Count,
  sheet: Sheet,
  { regions, warnings }: Structure,
  what: string,
): void {
  const tables = change(tablesOfSheet(sheet, regions))
  const account = accountSheet(sheet, regions, tables)
  const checks = checkSheet(sheet, regions, tables, warnings)
  totals.tables += checks.tables
  totals.tables_unbalanced += checks.unbalanced
  totals.tables_unbalanced_unwarned += checks.unwarned
  totals.tables_unfollowed += checks.unfollowed
  totals.spoiled_tables_missed += checks.missed
  if (!isQuiet && checks.unbalanced + checks.missed > 0) console.error(`${what}: ${JSON.stringify(checks)}`)
  const { cells, dropped, lost, doubled, checksumBreaks } = account
  totals.sheets++
  totals.cells += cells
  totals.cells_dropped += dropped
  totals.cells_lost += lost
  totals.cells_doubled += doubled
  totals.checksum_breaks += checksumBreaks
  if (!isQuiet && lost + doubled + checksumBreaks > 0 && totals.sheets % 200 < 20)
    console.error(`${what}: ${JSON.stringify(account)}`)
}

async function guarded({ totals }: Count, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof FileRefused) {
      totals.refused++
      return
    }
    totals.crashes++
    console.error(`${what}: ${error instanceof Error ? error.stack : error}`)
  }
}
