import type { Region } from '../parse-spec/parse-spec.ts'
import { withPeriods } from './periods/period-columns.ts'
import type { Sheet } from './sheet.ts'
import type { MadeTable } from './tables/made-table.ts'
import { makeTables } from './tables/make-tables.ts'
import type { Spelling } from './tables/spell-value.ts'

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
    else notes.set(made.name, joinNotes(notes.get(made.name), made))
  }
  return [...tables, ...notes.values()]
}

/** Notes of a further region behind those before it: they are the sheet's, and no single region's. */
export const joinNotes = (before: MadeTable | undefined, made: MadeTable): MadeTable => ({
  ...made,
  regionId: null,
  rows: [...(before?.rows ?? []), ...made.rows],
})
