import type { Override, ParseSpec, Region, Reshape } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { parseRange } from '../../tables/ranges/a1-range.ts'

/** Decisions that people have changed are pinned: they outlive a new analysis, of this file and of the next edition of it. */

type Json = unknown
type Change = { path: string; value: Json }

/** What of the analysis can be decided otherwise: how the file is read, and its regions. */
const DECIDED = ['reader', 'regions'] as const

/** Every decision in which two specs differ, the smallest parts of it. */
export function changesBetween(before: ParseSpec, after: ParseSpec): Change[] {
  return DECIDED.flatMap((part) => differences(`/${part}`, before[part], after[part]))
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

/** Writes a value at a place of a document. False: there is no such place. */
export function setAt(target: Json, [key, ...rest]: readonly string[], value: Json): boolean {
  if (key === undefined || (!isObject(target) && !isList(target)) || !Object.hasOwn(target, key)) return false
  // Safe: a list is an object whose keys are its places.
  const members = target as Record<string, Json>
  if (rest.length > 0) return setAt(members[key], rest, value)
  members[key] = value
  return true
}

/** A reshape names columns in many places; each text in it that is an old name becomes the new one. */
export function withNames(reshape: Region['reshape'], names: ReadonlyMap<string, string>): Region['reshape'] {
  if (reshape === null || names.size === 0) return reshape
  const renamed = (key: string, value: unknown) =>
    typeof value === 'string' && key !== 'kind' ? (names.get(value) ?? value) : value
  // Safe: only names are replaced, by names; `kind` holds none.
  return JSON.parse(JSON.stringify(reshape), renamed) as Reshape
}

/** A correction that renames a column and leaves the reshaping of its region as it is renames it there, too. */
export function followNames(before: ParseSpec, sent: ParseSpec): ParseSpec {
  const regions = sent.regions.map((region) => {
    const known = before.regions.find(({ region_id }) => region_id === region.region_id)
    if (!known || JSON.stringify(known.reshape) !== JSON.stringify(region.reshape)) return region
    return { ...region, reshape: withNames(region.reshape, renamedSince(known, region)) }
  })
  return { ...sent, regions }
}

function renamedSince(known: Region, region: Region): Map<string, string> {
  const now = new Map(region.columns.map(({ source_column, name }) => [source_column, name]))
  return new Map(
    known.columns.flatMap(({ source_column, name }) => {
      const renamed = now.get(source_column)
      return renamed === undefined || renamed === name ? [] : [[name, renamed] as const]
    }),
  )
}

/** Rows and columns of a range of a parse spec, from and to, all included, counting from 0. */
export type RegionBox = { left: number; right: number; top: number; bottom: number }

/** The schema of a parse spec sees to it that each of its ranges has both corners. */
export function boxOf(range: string): RegionBox {
  const { left, right, top, bottom } = parseRange(range, ['body'])
  return { left: left ?? 0, right: right ?? 0, top: top ?? 0, bottom: bottom ?? 0 }
}
