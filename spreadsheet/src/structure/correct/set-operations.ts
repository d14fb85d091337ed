import { COLUMN_ROLES, type Correction, type GIVEN_KINDS, type Region, ROW_ROLES } from '../../parse-spec/parse-spec.ts'
import { parseBox, spellBox } from '../../xlsx/cell-reference.ts'
import { describeText } from '../describe-text.ts'
import { languageOfSheet } from '../names/language-of.ts'
import { notesOf } from '../names/name-outputs.ts'
import type { FoundRegion } from '../regions/found-region.ts'
import type { ColumnRole, RowRole } from '../roles/roles.ts'
import { withCorrection } from './corrections.ts'
import { boxWithin, correctionsWithin, isWithin, refuseIfOverlapping } from './move-regions.ts'
import { allowedRows, type Operation, OperationRefused, openColumn } from './operation.ts'
import { boxOf, type Overridden } from './read-again.ts'
import { openTable, reshaped, textTaken } from './read-tables.ts'
import { type OnSheet, openRegion, overriding, type Reading } from './reading.ts'
import { ofSheet, withStrays } from './texts-around.ts'

export function setBox(reading: Reading, { region: id, range }: Operation & { op: 'set_box' }, on: OnSheet): Reading {
  const known = openRegion(reading, id)
  const before = known.kind === 'data' ? openTable(reading, id, on) : known
  const box = boxWithin(on.sheet, range)
  const others = reading.regions.filter(({ region_id }) => region_id !== id)
  if (before.kind === 'data') refuseIfOverlapping(box, before.sheet, others, 'range')
  const spelled = spellBox(box)
  const { kept, overridden } = correctionsWithin(before, box, `lies outside ${spelled}`)
  const corrections = withCorrection(kept, { op: 'set_box', range: spelled })
  const moved: Region = { ...before, range: spelled, corrections }
  const placed =
    before.kind === 'data'
      ? reshaped(reading, moved, before, on, true)
      : textTaken(reading, { ...moved, data_range: spelled }, on)
  return withStrays(reading.regions, overriding(placed, overridden), on)
}

export function setHeaderRows(
  reading: Reading,
  { region: id, rows: asked }: Operation & { op: 'set_header_rows' },
  on: OnSheet,
): Reading {
  const before = openTable(reading, id, on)
  const { top, bottom } = boxOf(before)
  const rows = [...new Set(asked)].sort((one, other) => one - other)
  const outside = rows.find((row) => row - 1 < top || row - 1 > bottom)
  const [first = top + 1, last = top] = [rows[0], rows.at(-1)]
  const allowed = allowedRows(top + 1, bottom)
  if (outside !== undefined)
    throw new OperationRefused(
      'rows',
      'range',
      `row ${outside} is no row of ${id}, which has rows ${top + 1} to ${bottom + 1}`,
      allowedRows(top + 1, bottom + 1),
    )
  if (rows.length > 0 && last - first + 1 !== rows.length)
    throw new OperationRefused('rows', 'gap', 'must follow each other without a gap', allowed)
  if (last - 1 >= bottom && !(rows.length === 1 && bottom > top))
    throw new OperationRefused('rows', 'no_data', `leave no row of data in ${id}`, allowed)
  const { kept, overridden } = withoutRows(before, rows, 'is a row of the header now')
  const corrections = withCorrection(kept, { op: 'set_header_rows', rows })
  return overriding(reshaped(reading, { ...before, corrections }, before, on), overridden)
}

/** The corrections of a region without roles of these rows. */
function withoutRows({ region_id, corrections = [] }: Region, rows: readonly number[], why: string) {
  const overridden: Overridden[] = []
  const kept = corrections.flatMap((one): Correction[] => {
    if (one.op !== 'set_role' || !('rows' in one) || !one.rows.some((row) => rows.includes(row))) return [one]
    const its = one.rows.filter((row) => rows.includes(row))
    overridden.push({ region_id, correction: { ...one, rows: its }, why })
    const others = one.rows.filter((row) => !rows.includes(row))
    return others.length > 0 ? [{ ...one, rows: others }] : []
  })
  return { kept, overridden }
}

export function setRole(reading: Reading, operation: Operation & { op: 'set_role' }, on: OnSheet): Reading {
  const before = openTable(reading, operation.region, on)
  const { corrections = [] } = before
  if (!('rows' in operation)) {
    const columns = operation.columns.map((meant) => openColumn(before, meant, 'columns').source_column)
    const role = roleAmong<ColumnRole>(operation.role, COLUMN_ROLES)
    const corrected = { ...before, corrections: withCorrection(corrections, { op: 'set_role', columns, role }) }
    return reshaped(reading, corrected, before, on)
  }
  const rows = [...operation.rows].sort((one, other) => one - other)
  const role = roleAmong<RowRole>(operation.role, ROW_ROLES)
  const { top, bottom } = boxOf(before)
  const outside = rows.find((row) => row - 1 < top || row - 1 > bottom)
  if (outside !== undefined)
    throw new OperationRefused(
      'rows',
      'range',
      `row ${outside} is no row of ${before.region_id}, which has rows ${top + 1} to ${bottom + 1}`,
      allowedRows(top + 1, bottom + 1),
    )
  const added = withCorrection(corrections, { op: 'set_role', rows, role })
  const { headed, overridden } = withoutHeaderRows(before, added, rows)
  return overriding(reshaped(reading, { ...before, corrections: headed }, before, on), overridden)
}

function roleAmong<R extends string>(role: string, roles: readonly R[]): R {
  const found = roles.find((one) => one === role)
  if (found === undefined) throw new OperationRefused('role', 'role', `must be one of ${roles.join(', ')}`, roles)
  return found
}

/** A row that has a role of its own is no header, and neither is what stands below it. */
function withoutHeaderRows(before: Region, corrections: Correction[], rows: readonly number[]) {
  const first = before.header_rows.find((row) => rows.includes(row))
  if (first === undefined) return { headed: corrections, overridden: [] }
  const known = corrections.find((one) => one.op === 'set_header_rows')
  const headed = withCorrection(corrections, {
    op: 'set_header_rows',
    rows: before.header_rows.filter((row) => row < first),
  })
  const why = `row ${first} has a role of its own now`
  return { headed, overridden: known ? [{ region_id: before.region_id, correction: known, why }] : [] }
}

/** What single cells are: nothing, or another text. The table is read again with them. */
export function setCells(
  reading: Reading,
  { region: id, ...correction }: Operation & { op: 'leave_out' | 'read_as' },
  on: OnSheet,
): Reading {
  const before = openTable(reading, id, on)
  const [member, ranges] =
    correction.op === 'leave_out' ? ['ranges', correction.ranges] : ['cells', correction.cells.map(({ cell }) => cell)]
  const outside = ranges.find((range) => {
    const box = parseBox(range)
    return !box || !isWithin(box, boxOf(before))
  })
  if (outside !== undefined)
    throw new OperationRefused(member, 'range', `${outside} lies outside ${id}`, [before.range])
  const corrections = withCorrection(before.corrections ?? [], correction)
  return reshaped(reading, { ...before, corrections }, before, on)
}

export const KINDS = { table: 'data', form: 'keyvalue', note: 'note', ignore: 'ignore' } as const

export function setKind(reading: Reading, { region: id, kind }: Operation & { op: 'set_kind' }, on: OnSheet): Reading {
  const before = openRegion(reading, id)
  const correction: Correction = { op: 'set_kind', kind }
  if (kind === 'table') {
    if (before.kind === 'data') return reading
    const others = reading.regions.filter(({ region_id }) => region_id !== id)
    refuseIfOverlapping(boxOf(before), before.sheet, others, 'kind')
    return reshaped(reading, { ...before, kind: 'data', corrections: [correction] }, before, on)
  }
  const lost = (before.corrections ?? []).filter(({ op }) => op !== 'set_kind' && op !== 'set_box')
  const overridden = lost.map((one): Overridden => ({ region_id: id, correction: one, why: `is a ${kind} now` }))
  const kept = (before.corrections ?? []).filter(({ op }) => op === 'set_box')
  const region = { ...asText(before, kind, reading.regions, on), corrections: [...kept, correction] }
  const without = reading.regions.filter((other) => !isInsideNoteOf(other, before))
  return overriding(textTaken({ ...reading, regions: without }, region, on), overridden)
}

/** Notes that were found inside a table go with it. */
const isInsideNoteOf = (other: Region, table: Region) =>
  table.kind === 'data' &&
  other.sheet === table.sheet &&
  other.evidence.includes('inside_table') &&
  !other.corrections &&
  isWithin(boxOf(other), boxOf(table))

export function asText(
  region: Region,
  kind: Exclude<(typeof GIVEN_KINDS)[number], 'table'>,
  regions: readonly Region[],
  { sheet, language }: OnSheet,
): Region {
  const found: FoundRegion = { kind: KINDS[kind], box: boxOf(region), confidence: 1, evidence: ['corrected'] }
  const known = regions.find((one) => one.sheet === sheet.name && one.outputs.some((output) => output.kind === 'notes'))
  const spoken = languageOfSheet(sheet, ofSheet(regions, sheet), language)
  const outputs = kind === 'ignore' ? [] : (known?.outputs ?? [notesOf(sheet.name, spoken)])
  return { ...describeText(sheet, found, region.region_id), outputs }
}
