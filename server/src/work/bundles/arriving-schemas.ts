import { foldedName } from '../../core/reading/open-readable-tables.ts'
import { MOST_COLUMNS } from '../../core/tables/columns/columns.ts'
import type { BuildColumn } from '../../engine/builder/build-request.ts'
import { type ColumnType, parseColumnType } from '../../engine/table/column-type.ts'
import { parseValue } from '../../engine/values/values.ts'
import type { CatalogRow } from './bundle.ts'
import { bundleRefused } from './bundles.errors.ts'

/** All columns that the tables of a bundle ever had, by table and id. */
export type ArrivingSchemas = {
  types: ReadonlyMap<string, ReadonlyMap<number, ColumnType>>
  columnsOf: (tableId: string) => BuildColumn[]
}

/** Headers of files may be long. */
const LONGEST_NAME = 2_000
const LONGEST_UNIT = 1_000

type Known = { type: ColumnType; column: BuildColumn; origin: number }

/** Gathers schemas row by row. A column has one type for ever, or what is kept of it could not be read. */
export function createArrivingSchemas() {
  const tables = new Map<string, Map<number, Known>>()
  return {
    add: ({ table_id, columns }: CatalogRow) => {
      const known = tables.get(table_id ?? '') ?? new Map<number, Known>()
      tables.set(table_id ?? '', known)
      const listed = columnsIn(columns)
      if (new Set(listed.map(({ name }) => foldedName(name))).size !== listed.length) throw brokenSchema()
      for (const column of listed) addColumn(known, column)
    },
    finish: (): ArrivingSchemas => ({
      types: new Map(
        [...tables].map(([table, known]) => [table, new Map([...known].map(([id, { type }]) => [id, type]))]),
      ),
      columnsOf: (tableId) => [...(tables.get(tableId)?.values() ?? [])].map(({ column }) => column),
    }),
  }
}

type Listed = { id: number; origin: number; name: string; type: string; initial: string | null }

function columnsIn(text: string | null | undefined): Listed[] {
  const listed: unknown = safely(() => JSON.parse(text ?? ''))
  if (!Array.isArray(listed) || listed.length > MOST_COLUMNS || !listed.every(isListed)) throw brokenSchema()
  return listed
}

function safely(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    throw brokenSchema()
  }
}

const isListed = (column: unknown): column is Listed => {
  if (typeof column !== 'object' || column === null) return false
  const { id, origin, name, type, initial, unit }: Record<string, unknown> = { ...column }
  const areIds = [id, origin].every((n) => Number.isSafeInteger(n) && Number(n) >= 1 && Number(n) < 2 ** 31)
  const isNamed = typeof name === 'string' && name !== '' && name.length <= LONGEST_NAME && !/^__svc_/i.test(name)
  const isTyped = typeof type === 'string' && (initial === null || typeof initial === 'string')
  return areIds && isNamed && isTyped && (unit === undefined || isUnit(unit))
}

function isUnit(unit: unknown): boolean {
  if (typeof unit !== 'object' || unit === null) return false
  const { text, scale }: Record<string, unknown> = { ...unit }
  return typeof text === 'string' && text.length <= LONGEST_UNIT && Number.isFinite(scale)
}

function addColumn(known: Map<number, Known>, { id, origin, type: spelled, initial }: Listed) {
  const type = parseColumnType(spelled)
  const parsed = type && parseValue(type, initial)
  if (!type || !parsed || !('text' in parsed) || parsed.text !== initial) throw brokenSchema()
  const before = known.get(id)
  const isOther =
    before && (before.column.type !== spelled || before.column.initial !== initial || before.origin !== origin)
  if (isOther) throw brokenSchema()
  known.set(id, { type, origin, column: { id, type: spelled, initial } })
}

const brokenSchema = () => bundleRefused('A table of the bundle has columns that no table can have.')
