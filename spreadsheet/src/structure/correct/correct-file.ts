import type { OpenedFile } from '../../opened-file.ts'
import type { ParseSpec, Region, SpecWarning } from '../../parse-spec/parse-spec.ts'
import type { TableCheck } from '../../parse-spec/table-check.ts'
import { unitedOutputs } from '../../parse-spec/united-outputs.ts'
import { parseBox } from '../../xlsx/cell-reference.ts'
import { namedChecks, unbalancedWarning } from '../invariants/name-checks.ts'
import type { Language } from '../names/name-outputs.ts'
import { readFileSheet } from '../read-file-sheet.ts'
import type { Sheet } from '../sheet.ts'
import { lengthen } from '../structure-long-sheet.ts'
import { applyOperation } from './apply-operation.ts'
import { type Operation, OperationRefused, type Refusal } from './operation.ts'
import type { Overridden } from './read-again.ts'
import { type OnSheet, openRegion, type Reading, withRegion } from './reading.ts'

export type ToCorrect = {
  spec: ParseSpec
  operations: readonly Operation[]
  language: Language | null
  /** Passes over what is impossible: operations of the last edition of a file, made of the next one. */
  isLenient?: boolean
}

/** A spec after operations, or the first of them that is impossible. */
export type CorrectedFile =
  | { spec: ParseSpec; checks: readonly TableCheck[]; overridden: readonly Overridden[] }
  | { operation: number; refusal: Refusal }

/** Operations on the reading of a file, one after the other, all or none unless it is lenient. */
export async function correctFile(
  file: OpenedFile,
  { spec, operations, language, isLenient = false }: ToCorrect,
): Promise<CorrectedFile> {
  const sheetNamed = holdSheet(file, spec.source_name.replace(/\.[A-Za-z0-9]{1,5}$/, ''))
  let reading: Reading = { regions: spec.regions, warnings: spec.warnings, checks: new Map(), overridden: [] }
  for (const [n, operation] of operations.entries()) {
    try {
      const sheet = await sheetNamed(sheetOf(reading, operation))
      const on = { sheet, language }
      reading = sheet.grid.isTruncated
        ? await applyToLong(file, reading, operation, on)
        : applyOperation(reading, operation, on)
    } catch (error) {
      if (!(error instanceof OperationRefused)) throw error
      if (!isLenient) return { operation: n, refusal: error.refusal }
    }
  }
  const checks = wholeChecks(reading)
  const others = reading.warnings.filter(({ code }) => code !== 'unbalanced_check')
  const warnings: SpecWarning[] = [...others, ...checks.flatMap(unbalancedWarning)]
  return { spec: { ...spec, regions: reading.regions, warnings }, checks, overridden: reading.overridden }
}

/** The checks of tables that were touched with all their parts; those of others are known when their rows are read. */
function wholeChecks({ regions, checks }: Reading): TableCheck[] {
  const unitedIn = unitedOutputs(regions)
  const untouched = new Set(
    regions.flatMap((region) =>
      checks.has(region.region_id)
        ? []
        : region.outputs.map((output) => unitedIn(region, output)?.output.name ?? output.name),
    ),
  )
  return namedChecks(regions, checks).filter(({ table }) => !untouched.has(table))
}

/** The sheet that an operation is about. */
function sheetOf(reading: Reading, operation: Operation): string {
  if (operation.op === 'add_region') return operation.sheet
  if (operation.op !== 'merge_regions' && operation.op !== 'unite_tables')
    return openRegion(reading, operation.region).sheet
  const [first] = operation.regions.map((id) => openRegion(reading, id, 'regions'))
  if (!first) throw new OperationRefused('regions', 'too_few', 'must name two regions or more')
  return first.sheet
}

/** Sheets by their names, one at a time: a file may have more than can be held. */
function holdSheet(file: OpenedFile, fileName: string): (name: string) => Promise<Sheet> {
  let held: Sheet | null = null
  return async (name) => {
    if (held?.name === name) return held
    const place = file.sheets.findIndex((sheet) => sheet.name === name)
    held = place < 0 ? null : await readFileSheet(file, place, fileName)
    if (!held)
      throw new OperationRefused(
        'sheet',
        'unknown_sheet',
        place < 0 ? `${name} is no sheet of the file` : `${name} holds nothing`,
        file.sheets.map((sheet) => sheet.name),
      )
    return held
  }
}

/** What can be decided about a list that cannot be held: its columns, its header, and whether it is one. */
const OF_LONG: readonly Operation['op'][] = [
  'rename',
  'set_type',
  'include',
  'set_header_rows',
  'set_kind',
  'name_table',
]

/** Only the head of the sheet is looked at; a list that reaches its end goes on below it as it did before. */
async function applyToLong(file: OpenedFile, reading: Reading, operation: Operation, on: OnSheet): Promise<Reading> {
  if (!OF_LONG.includes(operation.op) || !('region' in operation))
    throw new OperationRefused(
      'op',
      'long_sheet',
      `cannot be done on ${on.sheet.name}, which is too long to be held`,
      OF_LONG,
    )
  const id = operation.region
  const before = openRegion(reading, id)
  const range = rangeWithin(before, on.sheet)
  const clipped = { ...reading, regions: withRegion(reading.regions, { ...before, range }) }
  const made = applyOperation(clipped, operation, on)
  const region = openRegion(made, id)
  if (region.kind !== 'data' || range === before.range) return made
  const place = file.sheets.findIndex(({ name }) => name === before.sheet)
  const longer = await lengthen(file, place, region)
  if (!longer)
    throw new OperationRefused('op', 'long_sheet', `leaves columns of ${on.sheet.name} out that hold something below`)
  return {
    ...made,
    regions: withRegion(made.regions, {
      ...longer.region,
      columns: typedByHand(longer.region),
      outputs: region.outputs,
    }),
    warnings: [...made.warnings.filter(({ region_id }) => region_id !== id), ...longer.warnings],
    checks: new Map([...made.checks].filter(([one]) => one !== id)),
  }
}

function rangeWithin({ range }: Region, { box }: Sheet): string {
  const asked = parseBox(range)
  if (!asked || asked.bottom <= box.bottom) return range
  const [first = '', last = first] = range.split(':')
  return `${first}:${last.replace(/\d+$/, String(box.bottom + 1))}`
}

/** Types that were set by hand hold for all rows. */
function typedByHand({ columns, corrections = [] }: Region): Region['columns'] {
  return columns.map((column) => {
    const set = corrections.find((one) => one.op === 'set_type' && one.column === column.source_column)
    return set?.op === 'set_type' ? { ...column, type: set.type, format: set.format ?? null } : column
  })
}
