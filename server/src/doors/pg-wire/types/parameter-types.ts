import type { ColumnType } from '../../../engine/table/column-type.ts'
import { listOf, numeric, type PgType, type PgTypeName } from '../sql/pg-type.ts'

const NAMES: ReadonlyMap<number, PgTypeName> = new Map<number, PgTypeName>([
  [16, 'bool'],
  [17, 'bytea'],
  [18, 'text'],
  [19, 'text'],
  [20, 'int8'],
  [21, 'int2'],
  [23, 'int4'],
  [25, 'text'],
  [26, 'oid'],
  [114, 'json'],
  [700, 'float4'],
  [701, 'float8'],
  [1042, 'text'],
  [1043, 'text'],
  [1082, 'date'],
  [1083, 'time'],
  [1114, 'timestamp'],
  [1184, 'timestamptz'],
  [1186, 'interval'],
  [1266, 'timetz'],
  [1700, 'numeric'],
  [2950, 'uuid'],
  [3802, 'json'],
])

const ITEMS: ReadonlyMap<number, number> = new Map([
  [1000, 16],
  [1005, 21],
  [1007, 23],
  [1009, 25],
  [1015, 25],
  [1016, 20],
  [1021, 700],
  [1022, 701],
  [1028, 26],
  [1115, 1114],
  [1182, 1082],
  [1185, 1184],
  [1231, 1700],
  [2951, 2950],
])

/** The type that a client says for a parameter; undefined where its place decides. */
export function typeOfOid(oid: number): PgType | undefined {
  const item = ITEMS.get(oid)
  if (item !== undefined) {
    const type = typeOfOid(item) ?? { name: 'text' }
    return listOf(type.name === 'numeric' ? numeric(38, 10) : type)
  }
  const name = NAMES.get(oid)
  return name && { name }
}

const OIDS: ReadonlyMap<PgTypeName, number> = new Map([...NAMES].toReversed().map(([oid, name]) => [name, oid]))
const TEXT_OID = 25

/** The number by which a client knows the type. */
export function oidOfType(type: PgType): number {
  if (type.name === 'text') return TEXT_OID
  if (type.name !== 'list') return OIDS.get(type.name) ?? 0
  const item = type.item ? oidOfType(type.item) : TEXT_OID
  return [...ITEMS].find(([, each]) => each === item)?.[0] ?? 0
}

const COLUMNS: Readonly<Record<Exclude<ColumnType['name'], 'DECIMAL'>, PgTypeName>> = {
  VARCHAR: 'text',
  INTEGER: 'int4',
  BIGINT: 'int8',
  DOUBLE: 'float8',
  BOOLEAN: 'bool',
  DATE: 'date',
  TIME: 'time',
  TIMESTAMP: 'timestamp',
  TIMESTAMPTZ: 'timestamptz',
  UUID: 'uuid',
  JSON: 'json',
}

export const typeOfColumn = (type: ColumnType): PgType =>
  type.name === 'DECIMAL' ? numeric(type.precision, type.scale) : { name: COLUMNS[type.name] }
