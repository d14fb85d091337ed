import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { editedSinceMade } from '../sources.errors.ts'
import type { MadeTable } from '../sources.store.ts'
import type { LandingVersions } from './landing-versions.ts'
import type { Making } from './makings.store.ts'

/** A table that a source made before, as it is now. */
export type TableMade = MadeTable & Making

/** Nothing outside this file can make the mark. */
const cleared: unique symbol = Symbol('cleared')

/**
 * A table whose rows a file may replace: it is as the source made it, or the caller named the version that holds its edits. Only the
 * check below gives it out, and rows are replaced through it alone.
 */
export type ClearedTable = TableMade & { readonly [cleared]: true }

/** Refuses a file that would overwrite edits its sender has not seen: all tables of which this is so, in one answer. */
export function clearLanding(replaced: readonly TableMade[], versions: LandingVersions): readonly ClearedTable[] {
  const active = replaced.filter(({ state }) => state === 'active')
  if (versions.only !== undefined && active.length > 1)
    throw invalidField(
      ['body', 'expected_version'],
      'ambiguous',
      `is for one table, and this file makes ${active.length}: send expected_versions`,
    )
  const sentFor = ({ name, tableId }: TableMade) =>
    versions.tables[name] ?? (active[0]?.tableId === tableId ? versions.only : undefined)
  const refused = replaced.flatMap((table) => {
    const { name, editVersion, editedRows, isAsMade, state } = table
    const expected = sentFor(table)
    // An archived table may have the name of one that is active, for which the version was sent.
    const isUnnamed = expected === undefined || state === 'archived'
    if (expected === null || expected === editVersion || (isUnnamed && isAsMade)) return []
    return [{ name, editVersion, editedRows, expected: expected ?? null }]
  })
  if (refused.length > 0) throw editedSinceMade(refused)
  return replaced.map((table) => ({ ...table, [cleared]: true }))
}

/** A table that is expected at a version must be one of those that the source has made. */
export function refuseIfUnknown(made: readonly Pick<TableMade, 'name'>[], { tables }: LandingVersions) {
  for (const name of Object.keys(tables))
    if (!made.some((table) => table.name === name))
      throw invalidField(['body', 'expected_versions', name], 'unknown_table', 'is no table that this source has made')
}
