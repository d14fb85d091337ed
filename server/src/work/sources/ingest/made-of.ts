import { createHash } from 'node:crypto'
import type { ParseSpec, Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { partsOf, type StagedTable } from '../../../engine/loader/load-request.ts'

const MARK_CHARACTERS = 32

/**
 * A mark of all that decides what a table holds: the bytes of the file, how it is read, and the regions that go into it. Two
 * tables of one mark hold the same rows.
 */
export function madeOf(sha256: string, spec: ParseSpec, staged: StagedTable): string {
  const ids = new Set(partsOf(staged).map(({ regionId }) => regionId))
  const sheets = new Set(partsOf(staged).map(({ sheet }) => sheet))
  const isIts = ({ region_id, sheet, kind }: Region) =>
    ids.has(region_id) || (ids.has(null) && kind !== 'data' && sheets.has(sheet))
  const decided = { sha256, reader: spec.reader, table: staged.name, regions: spec.regions.filter(isIts).map(decisive) }
  return createHash('sha256').update(JSON.stringify(decided, inOrder)).digest('hex').slice(0, MARK_CHARACTERS)
}

/** Members come in any order from the database. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** Without what is only said about a region. */
function decisive({
  confidence: _,
  evidence: __,
  alternatives: ___,
  needs_review: ____,
  question: _____,
  ...region
}: Region) {
  return region
}
