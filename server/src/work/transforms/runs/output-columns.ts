import { FREE_NAME_PATTERN, legalPart, nameKey, suffixedName } from '../../../core/artifacts/artifact.ts'
import { MOST_COLUMNS, newColumn } from '../../../core/tables/columns/columns.ts'
import type { ResultColumn } from '../../../engine/reading/sql-question.ts'
import { formatColumnType } from '../../../engine/table/column-type.ts'
import type { Column } from '../../../engine/table/table.ts'
import { transformFailed } from '../transforms.errors.ts'

export type OutputColumns = {
  columns: readonly Column[]
  nextColumnId: number
  /** They are what they were. */
  isSame: boolean
}

/**
 * The columns of an output: one that was there under the same name and type keeps its id, and under another type its
 * origin; every other is new.
 */
export function outputColumns(
  transform: string,
  made: readonly ResultColumn[],
  before: { schema: readonly Column[]; nextColumnId: number } | undefined,
): OutputColumns {
  if (made.length === 0) throw failing(transform, 'The SQL answers with no column.')
  if (made.length > MOST_COLUMNS) throw failing(transform, `A table has at most ${MOST_COLUMNS} columns.`)
  const names = legalNames(transform, made)
  let nextColumnId = before?.nextColumnId ?? 1
  const columns = made.map(({ type }, n) => {
    const name = names[n] ?? ''
    const known = before?.schema.find((column) => column.name === name)
    if (known && formatColumnType(known.type) === formatColumnType(type)) return { ...known, description: null }
    const column = newColumn(nextColumnId++, name, type, null)
    return known ? { ...column, origin: known.origin } : column
  })
  const isSame = before?.schema.length === columns.length && columns.every(({ id }, n) => id === before.schema[n]?.id)
  return { columns, nextColumnId, isSame }
}

/** As tables have them: composed, not too long, and distinct without the case of their letters. */
function legalNames(transform: string, made: readonly ResultColumn[]): string[] {
  const taken = new Set<string>()
  return made.map(({ name: sent }, place) => {
    const stem = suffixedName(legalPart(sent.normalize('NFC')) || `column${place + 1}`, '')
    if (!new RegExp(FREE_NAME_PATTERN).test(stem))
      throw failing(transform, `Names that begin with __svc_ are the service's own: rename "${stem}".`)
    let name = stem
    for (let n = 2; taken.has(nameKey(name)); n++) name = suffixedName(stem, `_${n}`)
    taken.add(nameKey(name))
    return name
  })
}

const failing = (transform: string, message: string) =>
  transformFailed(transform, { code: 'invalid_sql', message, line: null, column: null })
