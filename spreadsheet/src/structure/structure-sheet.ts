import type { ParseSpec, Region, SpecWarning } from '../parse-spec/parse-spec.ts'
import { describeTable } from './describe-table.ts'
import { describeText } from './describe-text.ts'
import { findShape } from './header/find-shape.ts'
import { fitToHeaders } from './header/fit-to-headers.ts'
import { findHierarchy } from './hierarchy/find-hierarchy.ts'
import { cellsByBox } from './invariants/cells-by-box.ts'
import { strayBoxes } from './invariants/stray-boxes.ts'
import type { Language } from './name-outputs.ts'
import { notesInside } from './notes-inside.ts'
import { findPeriodAxis } from './periods/find-period-axis.ts'
import { readAs } from './read-as.ts'
import { findNamedLines } from './readings/named-lines.ts'
import { rankReadings } from './readings/rank-readings.ts'
import { findRegions } from './regions/find-regions.ts'
import type { FoundRegion } from './regions/found-region.ts'
import { findRoles } from './roles/find-roles.ts'
import type { Sheet } from './sheet.ts'
import { typeColumns } from './type-columns.ts'
import { findUnits } from './units/find-units.ts'

/** What a spec says of one sheet. */
export type SheetStructure = Pick<ParseSpec, 'regions' | 'warnings'>

/** What stands on a sheet and how its tables are to be read: each step decides one thing and says why. */
export function structureSheet(sheet: Sheet, firstId = 1, language: Language = 'ja'): SheetStructure {
  const regions: Region[] = []
  const warnings: SpecWarning[] = []
  const all = withStrays(sheet, findNamedLines(sheet) ?? fitToHeaders(sheet, findRegions(sheet)))
  const texts = textsAround(sheet, all)
  for (const found of all) {
    const id = `r${firstId + regions.length}`
    if (found.kind === 'data') {
      const table = structureTable(sheet, found, id, { texts, language })
      regions.push(table.region)
      warnings.push(...table.warnings)
    } else regions.push(describeText(sheet, found, id))
  }
  for (const note of regions.flatMap((region) => notesInside(sheet, region)))
    regions.push(describeText(sheet, note, `r${firstId + regions.length}`))
  return { regions, warnings }
}

/** What stands alone between the regions is a note: nothing on a sheet is passed over. */
function withStrays(sheet: Sheet, found: readonly FoundRegion[]): FoundRegion[] {
  const { strays } = cellsByBox(
    sheet,
    found.map(({ box }) => box),
  )
  const notes = strayBoxes(strays).map(
    (box): FoundRegion => ({ kind: 'note', box, confidence: 0.5, evidence: ['stands_alone'] }),
  )
  return [...found, ...notes]
}

const TOLD_BY: readonly FoundRegion['kind'][] = ['unit', 'title', 'note']

/** What stands around the tables and may say what they count, the likeliest first. */
function textsAround(sheet: Sheet, found: readonly FoundRegion[]): string[] {
  return TOLD_BY.flatMap((kind) =>
    found.filter((region) => region.kind === kind).flatMap(({ box }) => sheet.cellAt(box.top, box.left)?.text ?? []),
  )
}

type Around = { texts: readonly string[]; language: Language }

function structureTable(sheet: Sheet, found: FoundRegion, id: string, { texts, language }: Around) {
  const shape = findShape(sheet, found.box)
  const roles = findRoles(sheet, shape)
  const hierarchy = findHierarchy(sheet, shape, roles)
  const period_axis = findPeriodAxis(sheet, shape, roles, found.title ?? null)
  const units = findUnits(sheet, shape, [found.unit, found.title, ...texts])
  const described = { ...describeTable(sheet, found, id, shape, roles, units), hierarchy, period_axis }
  const { columns, warnings } = typeColumns(sheet, described)
  const typed = { ...described, columns }
  return { region: readAs(typed, rankReadings(sheet, typed, language)), warnings }
}
