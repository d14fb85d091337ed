import { bytesOf } from '@bindery-data/spreadsheet/byte-source.ts'
import { openFile } from '@bindery-data/spreadsheet/open-file.ts'
import type { Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { readFileSheet } from '@bindery-data/spreadsheet/structure/read-file-sheet.ts'
import type { Sheet } from '@bindery-data/spreadsheet/structure/sheet.ts'
import { structureFile } from '@bindery-data/spreadsheet/structure/structure-file.ts'
import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import { makeTables } from '@bindery-data/spreadsheet/structure/tables/make-tables.ts'
import { tablesOfSheet } from '../../spreadsheet/test/tables-of-sheet.ts'

/** What the engine makes of a file: its sheets as they are, the spec's regions, and the tables these become. */
export type StructuredFile = {
  sheets: readonly StructuredSheet[]
  cells: number
  cpuSeconds: number
}

export type StructuredSheet = {
  sheet: Sheet
  regions: readonly Region[]
  tables: readonly MadeTable[]
  /** What the first table would be by the second and third reading of its region. */
  alternatives: readonly MadeTable[]
  /** What it would be by each reading that reshapes its region, the best first. */
  reshaped: readonly MadeTable[]
}

/** The packs name what structuring makes (科目, 計算項目) in Japanese whatever the file, as a workbook of this language does. */
const NAMES_IN = 'ja'

/** The file through the engine, as an upload goes; only the sheet of this name, where there is one in question. */
export async function structureCase(name: string, bytes: Buffer, only: string | null): Promise<StructuredFile> {
  const began = process.cpuUsage()
  const file = await openFile(bytesOf(bytes), name)
  const spec = await structureFile(file, { sourceName: name, sha256: '', language: NAMES_IN })
  const sheets: StructuredSheet[] = []
  let cells = 0
  for (const [place, info] of file.sheets.entries()) {
    const sheet = await readFileSheet(file, place, name.replace(/\.\w+$/, ''))
    if (!sheet) continue
    cells += sheet.cells.length
    const made = structured(
      sheet,
      spec.regions.filter((region) => region.sheet === info.name),
    )
    if (only === null || file.sheets.length === 1 || info.name === only) sheets.push(made)
  }
  file.close()
  const { user, system } = process.cpuUsage(began)
  return { sheets, cells, cpuSeconds: (user + system) / 1e6 }
}

/** A file of texts is compared as it is written, a workbook by what its cells mean. */
function structured(sheet: Sheet, regions: readonly Region[]): StructuredSheet {
  const spelling = sheet.isUntyped ? 'written' : 'canonical'
  const tables = tablesOfSheet(sheet, regions, spelling)
  const first = regions.find(({ region_id }) => region_id === tables[0]?.regionId)
  const readings = first ? [first, ...first.alternatives.map(({ patch }) => ({ ...first, ...patch }))] : []
  const made = readings.flatMap((region) => {
    const [table] = makeTables(sheet, region, spelling)
    return table ? [{ table, isReshaped: region.reshape !== null || region.orientation === 'columns' }] : []
  })
  return {
    sheet,
    regions,
    tables,
    alternatives: made.slice(1).map(({ table }) => table),
    reshaped: made.filter(({ isReshaped }) => isReshaped).map(({ table }) => table),
  }
}
