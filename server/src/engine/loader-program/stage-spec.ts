import { FileRefused } from '@bindery-data/spreadsheet/errors.ts'
import { wantsLinks, withLinks } from '@bindery-data/spreadsheet/looks/link-columns.ts'
import type { OpenedFile } from '@bindery-data/spreadsheet/opened-file.ts'
import type { Region, SpecWarning } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { cellsByBox } from '@bindery-data/spreadsheet/structure/invariants/cells-by-box.ts'
import { joinedCheck } from '@bindery-data/spreadsheet/structure/invariants/name-checks.ts'
import {
  checkNotes,
  checkTables,
  type OutputCheck,
} from '@bindery-data/spreadsheet/structure/invariants/table-check.ts'
import { withPeriods } from '@bindery-data/spreadsheet/structure/periods/period-columns.ts'
import { readFileSheet } from '@bindery-data/spreadsheet/structure/read-file-sheet.ts'
import type { Sheet, SheetCell } from '@bindery-data/spreadsheet/structure/sheet.ts'
import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import { makeTables } from '@bindery-data/spreadsheet/structure/tables/make-tables.ts'
import { columnKey } from '@bindery-data/spreadsheet/structure/unions/column-key.ts'
import { parseBox } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'
import type { DuckDBConnection } from '@duckdb/node-api'
import { isPlainList, type LoadProgress, type LoadRequest, type StageOptions } from '../loader/load-request.ts'
import { withRemarks } from './find-remarks.ts'
import { stageList, tooLargeToShape } from './stage-list.ts'
import { stageMade } from './stage-made.ts'
import type { StagedRelation } from './staged-relation.ts'
import { StagingTable } from './staging-table.ts'
import { uniteStaged } from './unite-staged.ts'

type StageSpecRequest = LoadRequest & { kind: 'stage-spec' }

type Staging = {
  duckdb: DuckDBConnection
  file: OpenedFile
  sheets: HeldSheets
  asked: StageSpecRequest
  staged: StagedRelation[]
  cellsByRegion: Map<string, readonly SheetCell[]>
}

/** The tables that a spec describes, in the order of its regions; what stands around the tables of a sheet comes behind them. */
export async function stageSpec(
  duckdb: DuckDBConnection,
  file: OpenedFile,
  asked: StageSpecRequest,
  progress: LoadProgress,
): Promise<StagedRelation[]> {
  const staging: Staging = { duckdb, file, sheets: holdSheets(file), asked, staged: [], cellsByRegion: new Map() }
  const notes = new Map<string, NotesOfSheet>()
  for (const region of asked.spec.regions) {
    await stageRegion(staging, region, notes)
    progress.rows = staging.staged.reduce((sum, { rows }) => sum + rows, 0)
  }
  for (const { place, made, check } of notes.values()) await take(staging, place, null, { made, check })
  // A part of a table is read to be looked at: what is said of its cells is not shown there.
  const staged = asked.rows === null ? await withRemarks(file, asked.spec.regions, staging.staged) : staging.staged
  return uniteStaged(duckdb, asked.spec.regions, staged)
}

/** A table, and its check. */
type Checked = { made: MadeTable; check: OutputCheck | null }

type NotesOfSheet = Checked & { place: number }

async function stageRegion(staging: Staging, region: Region, notes: Map<string, NotesOfSheet>) {
  const { file, sheets } = staging
  if (region.kind === 'ignore' || (region.kind !== 'data' && region.outputs.length === 0)) return
  const place = placeOf(file, region)
  if (isPlainList(region)) return stageAsList(staging, place, region, [])
  const sheet = await sheets.at(place)
  if (region.kind === 'data' && sheet?.grid.isTruncated)
    return stageAsList(staging, place, region, [tooLargeToShape(region)])
  if (!sheet) return
  const tables = makeTables(sheet, region)
  const cells = cellsOf(staging, sheet, region)
  const checks =
    region.kind === 'data' ? checkTables({ sheet, region, cells }, tables) : [checkNotes(sheet, region, cells)]
  const remarks = wantsLinks(region) ? await file.readRemarks?.(place) : undefined
  for (const [n, made] of tables.entries()) {
    const dated = withPeriods(region, made)
    const checked = { made: remarks ? withLinks(region, dated, remarks) : dated, check: checks[n] ?? null }
    if (made.kind === 'notes') gather(notes, place, checked)
    else await take(staging, place, region, checked)
  }
}

/** The cells of a region and of no smaller one; what is found for one region of a sheet is kept for the others. */
function cellsOf({ asked, cellsByRegion }: Staging, sheet: Sheet, { region_id }: Region): readonly SheetCell[] {
  const regions = asked.spec.regions.filter((region) => region.sheet === sheet.name)
  if (!cellsByRegion.has(region_id)) {
    const { inside } = cellsByBox(sheet, regions.map(boxOf))
    cellsByRegion.clear()
    for (const [n, region] of regions.entries()) cellsByRegion.set(region.region_id, inside[n] ?? [])
  }
  return cellsByRegion.get(region_id) ?? []
}

const boxOf = ({ range }: Region) => parseBox(range) ?? { top: 0, left: 0, bottom: -1, right: -1 }

async function stageAsList(staging: Staging, place: number, region: Region, warnings: readonly SpecWarning[]) {
  const { file, asked, staged } = staging
  const wish = optionsFor(asked, region.columns)
  const list = await stageList({ file, place, spec: asked.spec, region }, newTable(staging), wish)
  staged.push({ ...list, report: { ...list.report, warnings: [...list.report.warnings, ...warnings] } })
}

/** Titles, units and notes of one sheet are one table, whichever of its regions they are. */
function gather(notes: Map<string, NotesOfSheet>, place: number, { made, check }: Checked) {
  const key = `${place}:${made.name}`
  const before = notes.get(key)
  notes.set(key, { place, made: joinNotes(before?.made, made), check: joinedCheck(before?.check ?? null, check) })
}

/** Notes of a further region behind those before it: they are the sheet's, and no single region's. */
const joinNotes = (before: MadeTable | undefined, made: MadeTable): MadeTable => ({
  ...made,
  regionId: null,
  rows: [...(before?.rows ?? []), ...made.rows],
})

async function take(staging: Staging, place: number, region: Region | null, { made, check }: Checked) {
  const { sheets, asked, staged } = staging
  const sheet = await sheets.at(place)
  const wish = optionsFor(asked, made.columns)
  if (sheet) staged.push(await stageMade({ sheet, spec: asked.spec, region, made, check }, newTable(staging), wish))
}

/** Types are wished for by the names of united columns, which a part may spell otherwise. */
function optionsFor({ rows, types = {} }: StageSpecRequest, columns: readonly { name: string }[]): StageOptions {
  const byKey = new Map(Object.entries(types).map(([name, type]) => [columnKey(name), type]))
  const own = columns.flatMap(({ name }) => {
    const type = types[name] ?? byKey.get(columnKey(name))
    return type === undefined ? [] : [[name, type] as const]
  })
  return { rows, types: Object.fromEntries(own) }
}

const newTable = ({ duckdb, staged }: Staging) => new StagingTable(duckdb, `output_${staged.length}`)

function placeOf(file: OpenedFile, region: Region): number {
  const place = file.sheets.findIndex(({ name }) => name === region.sheet)
  if (place < 0)
    throw new FileRefused('unsupported', `The file has no sheet called ${region.sheet}, which the spec reads.`)
  return place
}

/** Null: it holds nothing. One with `grid.isTruncated` is the beginning of a sheet that is too large to be held. */
type HeldSheets = { at(place: number): Promise<Sheet | null> }

/** Sheets that are looked at as a whole, one at a time: those of a spec come in their order. */
function holdSheets(file: OpenedFile): HeldSheets {
  let held: { place: number; sheet: Promise<Sheet | null> } | undefined
  return {
    at: (place) => {
      if (held?.place !== place) held = { place, sheet: readFileSheet(file, place, '') }
      return held.sheet
    },
  }
}
