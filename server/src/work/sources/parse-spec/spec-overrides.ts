import type { Override, ParseSpec, Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { renamedBetween, withNames } from '@bindery-data/spreadsheet/structure/correct/reshape-names.ts'
import { parseRange } from '../../../core/tables/ranges/a1-range.ts'

/** Decisions that people have changed are pinned: they outlive a new analysis, of this file and of the next edition of it. */

type Json = unknown
type Change = { path: string; value: Json }

/** What of the analysis can be decided otherwise: how the file is read, and its regions. */
const DECIDED = ['reader', 'regions'] as const

/** Every decision in which two specs differ, the smallest parts of it. */
export function changesBetween(before: ParseSpec, after: ParseSpec): Change[] {
  return DECIDED.flatMap((part) => differences(`/${part}`, before[part], after[part]))
}

/** Said about a region, and not decided. */
const NO_DECISIONS: ReadonlySet<string> = new Set(['evidence', 'confidence', 'dropped', 'needs_review', 'question'])

/**
 * What operations have changed: whole members of regions, since what follows from a decision belongs to it. Where there are
 * other regions than before, all of them.
 */
export function regionChanges(before: ParseSpec, after: ParseSpec): Change[] {
  const ids = ({ regions }: ParseSpec) => regions.map(({ region_id }) => region_id).join()
  if (ids(before) !== ids(after)) return [{ path: '/regions', value: after.regions }]
  return after.regions.flatMap((region, n) => {
    const known: Record<string, Json> = { ...before.regions[n] }
    const members: Record<string, Json> = { ...region }
    return [...new Set([...Object.keys(known), ...Object.keys(members)])]
      .filter((key) => !NO_DECISIONS.has(key) && JSON.stringify(known[key]) !== JSON.stringify(members[key]))
      .map((key) => ({ path: `/regions/${n}/${key}`, value: members[key] ?? null }))
  })
}

/** Whether two regions decide the same. */
export const readsAlike = (before: Region, after: Region) => differences('', before, after).length === 0

function differences(path: string, before: Json, after: Json): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (isList(before) && isList(after) && before.length === after.length && after.some(isObject))
    return after.flatMap((item, n) => differences(`${path}/${n}`, before[n], item))
  if (isObject(before) && isObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      differences(`${path}/${escaped(key)}`, before[key], after[key]),
    )
  return [{ path, value: after ?? null }]
}

const isList = (value: Json): value is Json[] => Array.isArray(value)
const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')
const unescaped = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~')

/** The members that a path leads through. */
export const stepsOf = (path: string) => path.split('/').slice(1).map(unescaped)

/** The pins of before with those of now; the later wins. */
export function pin(
  overrides: readonly Override[],
  changes: readonly Change[],
  actor: string | null,
  at: Date,
): Override[] {
  const kept = overrides.filter(({ path }) => !changes.some((change) => isWithin(path, change.path)))
  return [...kept, ...changes.map((change) => ({ ...change, actor, at: at.toISOString() }))]
}

const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}/`)

/** Lays pinned decisions over a new proposal, each where its place is still there. */
export function withOverrides(proposed: ParseSpec, overrides: readonly Override[]): ParseSpec {
  // Safe: a spec is JSON, and so is its copy.
  const spec = structuredClone(proposed) as ParseSpec & Record<string, Json>
  const applied = overrides.filter(({ path, value }) => setAt(spec, stepsOf(path), value))
  return { ...spec, overrides: applied }
}

/** Members that a region has only where they were decided. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'computed_rows',
  'total_column',
  'corrections',
  'repeat_marks',
  'row_units',
  'left_out',
  'read_as',
  'union',
])

/** Writes a value at a place of a document. False: there is no such place. */
export function setAt(target: Json, [key, ...rest]: readonly string[], value: Json): boolean {
  if (key === undefined || (!isObject(target) && !isList(target))) return false
  if (!Object.hasOwn(target, key) && !(rest.length === 0 && OPTIONAL.has(key) && value !== null)) return false
  // Safe: a list is an object whose keys are its places.
  const members = target as Record<string, Json>
  if (rest.length > 0) return setAt(members[key], rest, value)
  if (value === null && OPTIONAL.has(key)) delete members[key]
  else members[key] = value
  return true
}

/** A correction that renames a column and leaves the reshaping of its region as it is renames it there, too. */
export function followNames(before: ParseSpec, sent: ParseSpec): ParseSpec {
  const regions = sent.regions.map((region) => {
    const known = before.regions.find(({ region_id }) => region_id === region.region_id)
    if (!known || JSON.stringify(known.reshape) !== JSON.stringify(region.reshape)) return region
    return { ...region, reshape: withNames(region.reshape, renamedBetween(known, region)) }
  })
  return { ...sent, regions }
}

/** Rows and columns of a range of a parse spec, from and to, all included, counting from 0. */
export type RegionBox = { left: number; right: number; top: number; bottom: number }

/** The schema of a parse spec sees to it that each of its ranges has both corners. */
export function boxOf(range: string): RegionBox {
  const { left, right, top, bottom } = parseRange(range, ['body'])
  return { left: left ?? 0, right: right ?? 0, top: top ?? 0, bottom: bottom ?? 0 }
}
