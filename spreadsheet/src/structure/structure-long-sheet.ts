import type { OpenedFile } from '../opened-file.ts'
import { analyzeSheet } from '../parse-spec/analyze.ts'
import type { Region, SpecWarning } from '../parse-spec/parse-spec.ts'
import { parseBox, spellBox } from '../xlsx/cell-reference.ts'
import { warningsOf } from './mended-warnings.ts'
import type { Sheet } from './sheet.ts'
import type { SheetStructure } from './structure-sheet.ts'
import { typeLongColumns } from './type-long-columns.ts'

/**
 * The structure of a sheet of which only the head could be held. The one list that reaches the end of the head goes on to the
 * end of the sheet, as it stands; what its columns hold is looked at to the last row. Where no list does, or several do, the
 * sheet is taken as one list.
 */
export async function structureLongSheet(
  file: OpenedFile,
  place: number,
  head: Sheet,
  { regions, warnings }: SheetStructure,
  firstId: number,
): Promise<SheetStructure> {
  const reaching = regions.filter((region) => region.kind === 'data' && reachesEnd(region, head))
  const [list] = reaching
  const longer = list && reaching.length === 1 ? await lengthen(file, place, list) : null
  if (longer) {
    return {
      regions: regions.map((region) => (region === list ? longer.region : region)),
      warnings: [...warnings.filter(({ region_id }) => region_id !== list?.region_id), ...longer.warnings],
    }
  }
  const whole = await analyzeSheet(file, place, `r${firstId}`)
  if (!whole) return { regions: [], warnings: [] }
  const { columns, mended, warnings: doubts } = await typeLongColumns(file, place, whole.region)
  return {
    regions: [{ ...whole.region, columns }],
    warnings: [...warningsOf(mended, whole.region.region_id), ...doubts],
  }
}

/** The last row of a head may have been cut off in the middle. */
const reachesEnd = ({ range }: Region, { box }: Sheet) => (parseBox(range)?.bottom ?? -1) >= box.bottom - 1

type Longer = { region: Region; warnings: SpecWarning[] }

/** Null where the rows below hold columns that the head has none of. */
export async function lengthen(file: OpenedFile, place: number, head: Region): Promise<Longer | null> {
  const box = parseBox(head.range)
  const data = parseBox(head.data_range)
  if (!box || !data) return null
  const list = { ...head, row_roles: rolesAbove(head, box.bottom + 1) }
  const { bottom, left, right, columns, ...seen } = await typeLongColumns(file, place, list)
  if (left < box.left || right > box.right) return null
  const region: Region = {
    ...list,
    layout: 'list',
    range: spellBox({ ...box, bottom }),
    data_range: spellBox({ ...data, bottom }),
    evidence: [...list.evidence, 'goes_on_below'],
    columns,
    totals: list.totals.filter(({ row = 0 }) => row <= box.bottom),
    period_axis: null,
    reshape: null,
    hierarchy: null,
    outputs: [{ name: list.sheet, kind: 'list' }],
    alternatives: [],
  }
  return { region, warnings: [...warningsOf(seen.mended, list.region_id), ...seen.warnings] }
}

/** The last row of the head is known in part: what it looked like there says nothing of it. */
const rolesAbove = ({ row_roles }: Region, last: number): Region['row_roles'] =>
  row_roles
    .map(({ rows, role }) => ({ role, rows: rows.filter((row) => row < last) }))
    .filter(({ rows }) => rows.length > 0)
