import { parseArgs } from 'node:util'
import { bytesOf } from '@bindery/spreadsheet/byte-source.ts'
import { openFile } from '@bindery/spreadsheet/open-file.ts'
import type { OpenedFile } from '@bindery/spreadsheet/opened-file.ts'
import type { Region } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'
import { settleSheet } from '@bindery/spreadsheet/structure/invariants/settle-sheet.ts'
import { nameOutputs } from '@bindery/spreadsheet/structure/name-outputs.ts'
import { outputsOf } from '@bindery/spreadsheet/structure/outputs-of.ts'
import { readFileSheet } from '@bindery/spreadsheet/structure/read-file-sheet.ts'
import type { Sheet } from '@bindery/spreadsheet/structure/sheet.ts'
import { structureFile } from '@bindery/spreadsheet/structure/structure-file.ts'
import { structureSheet } from '@bindery/spreadsheet/structure/structure-sheet.ts'
import type { MadeTable } from '@bindery/spreadsheet/structure/tables/made-table.ts'
import { tablesOfSheet } from '@bindery/spreadsheet/structure/tables-of-sheet.ts'
import type { Proof, ProofOptions } from './proof.ts'
import { openPack, readInput } from './structuring/case-pack.ts'
import { accountSheet } from './structuring-invariants/account-sheet.ts'
import { makeReport } from './structuring-invariants/make-report.ts'

/** npm run -s proof structuring-invariants -- [--pack DIR] [--every 5] [--generated 1000] */
const { values: asked } = parseArgs({
  args: process.argv.slice(3),
  strict: false,
  options: { pack: { type: 'string' }, every: { type: 'string' }, generated: { type: 'string' } },
})
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

const GENERATED = Number(textOf(asked.generated) ?? 10_000)
const GENERATED_FOR_CONTROL = 50
/** So many of the generated sheets go through a delimited file. */
const CSV_EVERY = 4

type Totals = {
  sheets: number
  cells: number
  cells_dropped: number
  cells_lost: number
  cells_doubled: number
  checksum_breaks: number
  crashes: number
  stepped_down: number
}

type Change = (tables: readonly MadeTable[]) => readonly MadeTable[]

/** Whatever stands on a sheet comes out of it once, or is listed as left out. */
export const proof: Proof = {
  promise: 'No cell of a sheet is lost, doubled or changed when its tables are made, whatever the sheet is like',
  isQuick: false,
  measure: async (options) => {
    const totals = newTotals()
    await countPack(totals, options)
    await countGenerated(totals, GENERATED, (tables) => tables, options)
    return totals
  },
  // The last row of every table is forgotten.
  control: async (options) => {
    const totals = newTotals()
    const forget: Change = (tables) => tables.map((table) => ({ ...table, rows: table.rows.slice(0, -1) }))
    await countGenerated(totals, GENERATED_FOR_CONTROL, forget, options)
    return totals
  },
  holds: ({ cells_lost, cells_doubled, checksum_breaks, crashes }) =>
    cells_lost === 0 && cells_doubled === 0 && checksum_breaks === 0 && crashes === 0,
}

const newTotals = (): Totals => ({
  sheets: 0,
  cells: 0,
  cells_dropped: 0,
  cells_lost: 0,
  cells_doubled: 0,
  checksum_breaks: 0,
  crashes: 0,
  stepped_down: 0,
})

async function countPack(totals: Totals, { say }: ProofOptions): Promise<void> {
  const pack = openPack({ folder: textOf(asked.pack), every: Number(textOf(asked.every) ?? 1) })
  for (const { id } of pack.cases)
    await guarded(totals, id, say, async () => {
      const { name, bytes } = readInput(pack, id)
      const file = await openFile(bytesOf(bytes), name)
      await countFile(totals, file, name, id, (tables) => tables, say)
    })
}

async function countGenerated(totals: Totals, count: number, change: Change, { say }: ProofOptions): Promise<void> {
  for (let seed = 1; seed <= count; seed++)
    await guarded(totals, `seed ${seed}`, say, async () => {
      const draft = makeReport(seed)
      if (seed % CSV_EVERY === 0) {
        const file = await openFile(bytesOf(Buffer.from(draft.toCsv())), 'report.csv')
        await countFile(totals, file, 'report.csv', `seed ${seed}`, change, say)
        return
      }
      const sheet = draft.toSheet('報告')
      if (!sheet) return
      const settled = settleSheet(sheet, structureSheet(sheet), (region) => outputsOf(region, '報告', 'ja'))
      const regions = nameOutputs([{ name: '報告', regions: settled.regions }], 'report', 'ja')
      totals.stepped_down += settled.warnings.filter(({ code }) => code === 'stepped_down').length
      countSheet(totals, sheet, regions, `seed ${seed}`, change, say)
    })
}

async function countFile(
  totals: Totals,
  file: OpenedFile,
  name: string,
  what: string,
  change: Change,
  say: ProofOptions['say'],
): Promise<void> {
  const spec = await structureFile(file, { sourceName: name, sha256: '' })
  totals.stepped_down += spec.warnings.filter(({ code }) => code === 'stepped_down').length
  for (const [place, info] of file.sheets.entries()) {
    const sheet = await readFileSheet(file, place, name)
    const regions = spec.regions.filter((region) => region.sheet === info.name)
    if (sheet) countSheet(totals, sheet, regions, what, change, say)
  }
  file.close()
}

function countSheet(
  totals: Totals,
  sheet: Sheet,
  regions: readonly Region[],
  what: string,
  change: Change,
  say: ProofOptions['say'],
): void {
  const account = accountSheet(sheet, regions, change(tablesOfSheet(sheet, regions)))
  totals.sheets++
  totals.cells += account.cells
  totals.cells_dropped += account.dropped
  totals.cells_lost += account.lost
  totals.cells_doubled += account.doubled
  totals.checksum_breaks += account.checksumBreaks
  const { lost, doubled, checksumBreaks } = account
  const isWhole = change([]).length === 0 && lost + doubled + checksumBreaks === 0
  if (!isWhole && totals.sheets % 200 < 20) say(`${what}: ${JSON.stringify(account)}`)
}

async function guarded(
  totals: Totals,
  what: string,
  say: ProofOptions['say'],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    totals.crashes++
    say(`${what}: ${error instanceof Error ? error.stack : error}`)
  }
}
