import { orphans, type Reference } from '../../tabular/lint/evidence-sql.ts'
import { isKeyName } from './column-words.ts'
import type { Suspicion } from './finding.ts'
import { agreeing, countOf } from './number-words.ts'
import type { Measured } from './suspect-rows.ts'

/** `isDerived`: made from others, so that it has what they have and is nobody's list. */
export type MeasuredTable = { table: string; columns: readonly Measured[]; isDerived: boolean }

/** A column that tells the rows of its table apart. */
const isKey = ({ its: { filled }, exact }: Measured) => exact !== null && exact === filled

const foldedName = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_.-]/g, '')

/** Under which names others may refer to this key: its own, and that of its table in front of a plain `id`. */
function namesFor(table: string, column: string): string[] {
  const own = foldedName(column)
  const singular = foldedName(table).replace(/s$/, '')
  return ['id', 'code', 'no', 'コード', '番号'].includes(own) ? [`${singular}${own}`] : [own]
}

/** Columns that seem to refer to the rows of another table, each with the key it refers to. */
export function findReferences(tables: readonly MeasuredTable[]): Reference[] {
  const lists = tables.filter(({ isDerived }) => !isDerived)
  const keys = lists.flatMap(({ table, columns }) =>
    // Further right a column may be unlike in every row by chance.
    columns.slice(0, 1).flatMap((measured) => (isKey(measured) ? [{ table, column: measured.column }] : [])),
  )
  return tables.flatMap(({ table, columns }) =>
    columns.flatMap((measured, place) => {
      const { column, its } = measured
      // Of two lists with the same key neither has to have all of the other.
      if (place === 0 && isKey(measured)) return []
      const parent = keys.find(
        (key) => key.table !== table && namesFor(key.table, key.column.name).includes(foldedName(column.name)),
      )
      return parent && isKeyName(column.name) && its.filled > 0 ? [{ table, column, parent }] : []
    }),
  )
}

export function suspectReference(reference: Reference, filled: number): Suspicion {
  const { table, column, parent } = reference
  return {
    check: 'orphan_reference',
    severity: 'error',
    table,
    column: column.name,
    sql: orphans(reference),
    // Of which most lead nowhere is no reference.
    mostRows: filled / 2,
    message: (count) =>
      `${countOf(count, 'value')} of '${column.name}' ${agreeing(count, 'is', 'are')} not in '${parent.column.name}' of '${parent.table}'.`,
    suggestedFix: `Add what is missing to '${parent.table}', or mend these values.`,
  }
}
