import type { RowFilter } from '../../../../tabular/row-filter.ts'
import { type Asker, type Attributes, CLOSED, filterFor, type RowPolicy } from './row-policy.ts'

/** Rows of a table were made from those of another. A sheet of a file stands among the tables, and is made from what was read from it. */
export type RowsMadeFrom = { tableId: string; fromTableId: string }

/** All that decides who sees which rows in a workbook. Lineage is known only where there are policies. */
export type RowPolicies = { policies: readonly RowPolicy[]; made: readonly RowsMadeFrom[] }

export const NO_ROW_POLICIES: RowPolicies = { policies: [], made: [] }

/** How much of a table's rows a caller sees. */
export const ROW_ACCESS = ['all', 'some', 'closed'] as const
export type RowAccess = (typeof ROW_ACCESS)[number]

/** Tables of which a caller does not see all rows. */
export type FilteredTables = ReadonlyMap<string, RowFilter>

/**
 * A table with a policy shows the rows that its condition lets through. What was made from its rows, or read from the same sheet, holds
 * them in a form that the condition does not fit: to callers who do not see all of them it is closed, until it has a policy of its own.
 */
export function filteredTables({ policies, made }: RowPolicies, asker: Asker): FilteredTables {
  const filtered = new Map<string, RowFilter>()
  for (const policy of policies) {
    const filter = filterFor(policy.condition, { ...asker, attributes: attributesUnder(policy, asker) })
    if (filter) filtered.set(policy.tableId, filter)
  }
  for (const { mapping } of policies) {
    // Who may not change policies may not read in full what they hang on, whatever a policy of its own says.
    if (mapping && !asker.isGovernor && !filtered.has(mapping.tableId)) filtered.set(mapping.tableId, CLOSED)
  }
  if (filtered.size === 0) return filtered
  const own = new Set(policies.map(({ tableId }) => tableId))
  const below = Map.groupBy(made, ({ fromTableId }) => fromTableId)
  const waiting = [...filtered.keys()]
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    for (const { tableId } of below.get(from) ?? []) {
      if (own.has(tableId) || filtered.has(tableId)) continue
      filtered.set(tableId, CLOSED)
      waiting.push(tableId)
    }
  }
  return filtered
}

/** What the mapping of a policy names is asked of it alone. */
function attributesUnder({ tableId, mapping }: RowPolicy, { attributes, mapped }: Asker): Attributes {
  if (!mapping) return attributes
  const given = Object.entries(attributes).filter(([name]) => !Object.hasOwn(mapping.attributes, name))
  return { ...Object.fromEntries(given), ...mapped.get(tableId) }
}

export const accessThrough = (filter: RowFilter | undefined): RowAccess =>
  filter === undefined ? 'all' : filter === CLOSED ? 'closed' : 'some'
