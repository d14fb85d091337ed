import { columnsIn, mapColumns } from '../../../engine/expressions/expression.ts'
import type { RowFilter } from '../../../engine/table/row-filter.ts'
import { type Attributes, CLOSED, type FilterCaller, filterFor, namedFilter, type RowPolicy } from './row-policy.ts'

/** Rows of a table were made from those of another. A sheet of a file stands among the tables, and is made from what was read from it. */
export type RowsMadeFrom = {
  tableId: string
  fromTableId: string
  /** Where every row, in every version, was made from one row: by their origins there, columns that are there again, with their origins. */
  copied?: Readonly<Record<string, number>> | null
}

/** All that decides who sees which rows in a workbook. Lineage is known only where there are policies. */
export type RowPolicies = { policies: readonly RowPolicy[]; made: readonly RowsMadeFrom[] }

export const NO_ROW_POLICIES: RowPolicies = { policies: [], made: [] }

/** How much of a table's rows a caller sees. */
export const ROW_ACCESS = ['all', 'some', 'closed'] as const
export type RowAccess = (typeof ROW_ACCESS)[number]

/** Tables of which a caller does not see all rows. */
export type FilteredTables = ReadonlyMap<string, RowFilter>

/**
 * A table with a policy shows the rows that its condition lets through. A table that has each of its rows from one of them, with the
 * columns that the condition names, shows what the condition lets through there. Whatever else was made from its rows, or read from the
 * same sheet, is closed to callers who do not see all of them, until it has a policy of its own.
 */
export function filteredTables({ policies, made }: RowPolicies, asker: FilterCaller): FilteredTables {
  const filtered = new Map<string, RowFilter>()
  for (const policy of policies) {
    const filter = filterFor(policy.condition, { ...asker, attributes: attributesUnder(policy, asker) })
    if (filter) filtered.set(policy.tableId, policy.mayWriteUnseen ? { ...filter, mayWriteUnseen: true } : filter)
  }
  for (const { mapping } of policies) {
    // Who may not change policies may not read in full what they hang on, whatever a policy of its own says.
    if (mapping && !asker.isGovernor && !filtered.has(mapping.tableId)) filtered.set(mapping.tableId, CLOSED)
  }
  if (filtered.size > 0) addInheriting(filtered, { policies, made })
  return filtered
}

function addInheriting(filtered: Map<string, RowFilter>, { policies, made }: RowPolicies) {
  const own = new Set(policies.map(({ tableId }) => tableId))
  const below = Map.groupBy(made, ({ fromTableId }) => fromTableId)
  const sources = Map.groupBy(made, ({ tableId }) => tableId)
  const waiting = [...filtered.keys()]
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    for (const edge of below.get(from) ?? []) {
      const { tableId } = edge
      if (own.has(tableId) || filtered.has(tableId)) continue
      const isOnly = sources.get(tableId)?.length === 1
      filtered.set(tableId, isOnly ? inherited(filtered.get(from) ?? CLOSED, edge) : CLOSED)
      waiting.push(tableId)
    }
  }
}

/** The same filter by the columns of a table that was made from the other, row by row; else it is closed. */
function inherited(filter: RowFilter, { copied }: RowsMadeFrom): RowFilter {
  if (filter === CLOSED || !copied) return CLOSED
  const isKept = columnsIn(filter.condition).every((origin) => Object.hasOwn(copied, origin))
  return isKept ? namedFilter(mapColumns(filter.condition, (origin) => Number(copied[origin]))) : CLOSED
}

/** Tables whose rows the policy of another decides about: for reads that are recorded. */
export function inheritingFrom({ policies, made }: RowPolicies): ReadonlySet<string> {
  const inheriting = new Set(policies.map(({ tableId }) => tableId))
  const copies = Map.groupBy(
    made.filter(({ copied }) => copied),
    ({ fromTableId }) => fromTableId,
  )
  const waiting = [...inheriting]
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    for (const { tableId } of copies.get(from) ?? []) {
      if (inheriting.has(tableId)) continue
      inheriting.add(tableId)
      waiting.push(tableId)
    }
  }
  return inheriting
}

/** What the mapping of a policy names is asked of it alone. */
function attributesUnder({ tableId, mapping }: RowPolicy, { attributes, mapped }: FilterCaller): Attributes {
  if (!mapping) return attributes
  const given = Object.entries(attributes).filter(([name]) => !Object.hasOwn(mapping.attributes, name))
  return { ...Object.fromEntries(given), ...mapped.get(tableId) }
}

export const accessThrough = (filter: RowFilter | undefined): RowAccess =>
  filter === undefined ? 'all' : filter === CLOSED ? 'closed' : 'some'
