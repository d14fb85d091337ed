import type { Context } from '../../platform/context.ts'
import { formatColumnType } from '../../tabular/column-type.ts'
import { encodeValue } from '../../tabular/values.ts'
import type { OpenedTable } from '../governance/open-readable-table.ts'

/** A model is told of so much: what tables look like, and a few of their rows. */
const MOST_TABLES = 20
const MOST_COLUMNS = 50
const SAMPLE_ROWS = 5
const MOST_VALUE_CHARACTERS = 80

/** Tables as an adviser is told of them: profiles and a few rows of what the caller sees, and nothing else. */
export async function describeTables({ reader }: Context, tables: readonly OpenedTable[]): Promise<unknown[]> {
  const told: unknown[] = []
  for (const { name, description, table } of tables.slice(0, MOST_TABLES)) {
    const columns = table.columns.filter(({ isMasked }) => !isMasked).slice(0, MOST_COLUMNS)
    const columnIds = columns.map(({ id }) => id)
    const { rowCount, columns: profiles } = await reader.profile(table, columnIds)
    const { rows } = await reader.page(table, {
      columnIds,
      limit: SAMPLE_ROWS,
      start: { offset: 0 },
      orderBy: [],
      filter: null,
      isCounted: false,
    })
    told.push({
      table: name,
      description,
      rows: rowCount,
      columns: columns.map(({ id, name: column, type }) => {
        const profile = profiles.find(({ columnId }) => columnId === id)
        const shown = (value: string | null | undefined) => short(encodeValue(type, value ?? null))
        return {
          column,
          type: formatColumnType(type),
          nulls: profile?.nullCount,
          distinct: profile?.distinctCount,
          min: shown(profile?.min),
          max: shown(profile?.max),
          frequent: profile?.topValues.slice(0, 5).map(({ value, count }) => [shown(value), count]),
          patterns: profile?.patterns?.map(({ pattern, count }) => [pattern, count]),
        }
      }),
      sample: rows.map(({ cells }) => cells.map(short)),
    })
  }
  return told
}

const short = (value: unknown) =>
  typeof value === 'string' && value.length > MOST_VALUE_CHARACTERS
    ? `${value.slice(0, MOST_VALUE_CHARACTERS)}…`
    : value
