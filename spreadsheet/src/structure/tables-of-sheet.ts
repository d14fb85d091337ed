import type { Region } from '../parse-spec/parse-spec.ts'
import type { Sheet } from './sheet.ts'
import type { MadeTable } from './tables/made-table.ts'
import { makeTables } from './tables/make-tables.ts'
import type { Spelling } from './tables/spell-value.ts'

/** All tables of a sheet. Titles, units and notes are one table, whichever regions they are, and come last. */
export function tablesOfSheet(sheet: Sheet, regions: readonly Region[], spelling: Spelling = 'canonical'): MadeTable[] {
  const tables: MadeTable[] = []
  const notes = new Map<string, MadeTable>()
  for (const made of regions.flatMap((region) => makeTables(sheet, region, spelling))) {
    if (made.kind !== 'notes') tables.push(made)
    else notes.set(made.name, { ...made, regionId: null, rows: [...(notes.get(made.name)?.rows ?? []), ...made.rows] })
  }
  return [...tables, ...notes.values()]
}
