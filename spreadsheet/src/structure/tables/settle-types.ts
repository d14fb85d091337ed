import type { Sheet, SheetCell } from '../sheet.ts'
import type { Relation, RelationColumn, RelationRow } from './relation.ts'
import { type Spelling, spellValue } from './spell-value.ts'

/**
 * Types for columns that reshaping made and that have none yet: numbers or dates where all values are, texts else. Their
 * values are spelled by them. Columns that were `decided` before stay as they are: a code that looks like a number is none.
 */
export function settleTypes(
  sheet: Sheet,
  relation: Relation,
  spelling: Spelling,
  decided: readonly RelationColumn[] = [],
): Relation {
  if (spelling === 'written' && sheet.isUntyped) return relation
  const types = relation.columns.map((column, n) =>
    column.type === 'VARCHAR' && !decided.includes(column) ? typeOf(sheet, relation.rows, n) : null,
  )
  if (types.every((type) => type === null)) return relation
  return {
    ...relation,
    columns: relation.columns.map((column, n) => ({ ...column, type: types[n] ?? column.type })),
    rows: relation.rows.map((row) =>
      row.map((made, n) => {
        const cell = types[n] ? cellOf(sheet, made.from) : undefined
        return cell ? { ...made, text: spellValue(cell, types[n] ?? 'VARCHAR', spelling) } : made
      }),
    ),
  }
}

/** Null where the column holds texts, or pieces of them. */
function typeOf(sheet: Sheet, rows: readonly RelationRow[], column: number): string | null {
  let kind: 'number' | 'date' | null = null
  let areWhole = true
  for (const row of rows) {
    const made = row[column]
    if (!made || made.text === null) continue
    const cell = cellOf(sheet, made.from)
    if (!cell || (cell.text !== made.text && !isFigureOf(cell, made.text))) return null
    // A number that its format shows as a time (`0"年"`) is still a number.
    const held = cell.cell.kind === 'number' && cell.value.kind === 'text' ? 'number' : cell.value.kind
    if (held !== 'number' && held !== 'date') return null
    kind ??= held
    if (kind !== held) return null
    areWhole &&= cell.value.kind === 'number' && !cell.value.isPercent && Number.isSafeInteger(cell.value.number)
  }
  if (kind === null) return null
  if (kind === 'date') return 'DATE'
  return areWhole ? 'BIGINT' : 'DOUBLE'
}

/** `7.3%` became 0.073 before. */
const isFigureOf = (cell: SheetCell, text: string) =>
  cell.value.kind === 'number' && spellValue(cell, 'DOUBLE', 'canonical') === text

const cellOf = (sheet: Sheet, from: RelationRow[number]['from']): SheetCell | undefined =>
  from ? sheet.cellAt(from.row, from.column) : undefined
