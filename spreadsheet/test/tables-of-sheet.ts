import type { Region } from '../src/parse-spec/parse-spec.ts'
import { withPeriods } from '../src/structure/periods/period-columns.ts'
import type { Sheet } from '../src/structure/sheet.ts'
import type { MadeTable } from '../src/structure/tables/made-table.ts'
import { makeTables } from '../src/structure/tables/make-tables.ts'
import type { Spelling } from '../src/structure/tables/spell-value.ts'

/** All tables of a sheet. Titles, units and notes are one table, whichever regions they are, and come last. */
export function tablesOfSheet(sheet: Sheet, regions: readonly Region[], spelling: Spelling = 'canonical'): MadeTable[] {
  const tables: MadeTable[] = []
  const notes = new Map<string, MadeTable>()
  // A table as it is written has only what is written.
  const tablesOf = (region: Region) => {
    const tables = makeTables(sheet, region, spelling)
    return spelling === 'written' ? tables : tables.map((table) => withPeriods(region, table))
  }
  for (const made of regions.flatMap(tablesOf)) {
    if (made.kind !== 'notes') tables.push(made)
    else notes.set(made.name, { ...made, regionId: null, rows: [...(notes.get(made.name)?.rows ?? []), ...made.rows] })
  }
  return [...tables, ...notes.values()]
}
