import type { OpenedFile } from '../opened-file.ts'
import { analyzeSheet } from '../parse-spec/analyze.ts'
import type { Region, RegionColumn, SpecWarning } from '../parse-spec/parse-spec.ts'
import type { ColumnObserver } from '../values/observe-column.ts'
import { columnIndex, parseBox, spellBox } from '../xlsx/cell-reference.ts'
import { warningsOf } from './mended-warnings.ts'
import { observeBelow } from './observe-below.ts'
import type { Sheet } from './sheet.ts'
import type { SheetStructure } from './structure-sheet.ts'

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
  return whole ? { regions: [whole.region], warnings: whole.warnings } : { regions: [], warnings: [] }
}

/** The last row of a head may have been cut off in the middle. */
const reachesEnd = ({ range }: Region, { box }: Sheet) => (parseBox(range)?.bottom ?? -1) >= box.bottom - 1

type Longer = { region: Region; warnings: SpecWarning[] }

/** Null where the rows below hold columns that the head has none of. */
export async function lengthen(file: OpenedFile, place: number, list: Region): Promise<Longer | null> {
  const box = parseBox(list.range)
  const data = parseBox(list.data_range)
  if (!box || !data) return null
  const { bottom, columns: seen, mended } = await observeBelow(file, place, data.top)
  if ([...seen.keys()].some((column) => column < box.left || column > box.right)) return null
  const rows = bottom - data.top + 1
  const warnings = warningsOf(mended, list.region_id)
  const columns = list.columns.map((column) => typed(column, list, rows, seen, warnings))
  const region: Region = {
    ...list,
    layout: 'list',
    range: spellBox({ ...box, bottom }),
    data_range: spellBox({ ...data, bottom }),
    evidence: [...list.evidence, 'goes_on_below'],
    columns,
    row_roles: rolesAbove(list, box.bottom + 1),
    totals: list.totals.filter(({ row = 0 }) => row <= box.bottom),
    period_axis: null,
    reshape: null,
    hierarchy: null,
    outputs: [{ name: list.sheet, kind: 'list' }],
    alternatives: [],
  }
  return { region, warnings }
}

/** The last row of the head is known in part: what it looked like there says nothing of it. */
const rolesAbove = ({ row_roles }: Region, last: number): Region['row_roles'] =>
  row_roles
    .map(({ rows, role }) => ({ role, rows: rows.filter((row) => row < last) }))
    .filter(({ rows }) => rows.length > 0)

function typed(
  column: RegionColumn,
  { region_id }: Region,
  rows: number,
  seen: ReadonlyMap<number, ColumnObserver>,
  warnings: SpecWarning[],
): RegionColumn {
  const decided = seen.get(columnIndex(column.source_column))?.decide(rows)
  if (!decided) return column
  const { type, format, evidence } = decided
  warnings.push(...decided.warnings.map((warning) => ({ ...warning, region_id, column: column.name })))
  return { ...column, type, format, evidence }
}
