import type { Override, ParseSpec } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'

/** Decisions that people have changed are pinned: they outlive a new analysis, of this file and of the next edition of it. */

type Json = unknown
type Change = { path: string; value: Json }

/** What of the analysis can be decided otherwise: how the file is read, and its regions. */
const DECIDED = ['reader', 'regions'] as const

/** Every decision in which two specs differ, the smallest parts of it. */
export function changesBetween(before: ParseSpec, after: ParseSpec): Change[] {
  return DECIDED.flatMap((part) => differences(`/${part}`, before[part], after[part]))
}

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
