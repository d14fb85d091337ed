import type { ColumnType } from '../../../engine/table/column-type.ts'

/** A type as PostgreSQL's catalog lists it. `category` and `size` are what drivers sort types by. */
export type CatalogType = {
  oid: number
  name: string
  /** As format_type spells it. */
  format: string
  category: string
  size: number
  array: number
  /** Of a list: what it holds. */
  element: number
}

const SCALARS: readonly (readonly [
  oid: number,
  name: string,
  format: string,
  category: string,
  size: number,
  array: number,
])[] = [
  [16, 'bool', 'boolean', 'B', 1, 1000],
  [17, 'bytea', 'bytea', 'U', -1, 1001],
  [18, 'char', '"char"', 'Z', 1, 1002],
  [19, 'name', 'name', 'S', 64, 1003],
  [20, 'int8', 'bigint', 'N', 8, 1016],
  [21, 'int2', 'smallint', 'N', 2, 1005],
  [23, 'int4', 'integer', 'N', 4, 1007],
  [24, 'regproc', 'regproc', 'N', 4, 1008],
  [25, 'text', 'text', 'S', -1, 1009],
  [26, 'oid', 'oid', 'N', 4, 1028],
  [114, 'json', 'json', 'U', -1, 199],
  [700, 'float4', 'real', 'N', 4, 1021],
  [701, 'float8', 'double precision', 'N', 8, 1022],
  [1042, 'bpchar', 'character', 'S', -1, 1014],
  [1043, 'varchar', 'character varying', 'S', -1, 1015],
  [1082, 'date', 'date', 'D', 4, 1182],
  [1083, 'time', 'time without time zone', 'D', 8, 1183],
  [1114, 'timestamp', 'timestamp without time zone', 'D', 8, 1115],
  [1184, 'timestamptz', 'timestamp with time zone', 'D', 8, 1185],
  [1186, 'interval', 'interval', 'T', 16, 1187],
  [1266, 'timetz', 'time with time zone', 'D', 12, 1270],
  [1700, 'numeric', 'numeric', 'N', -1, 1231],
  [2205, 'regclass', 'regclass', 'N', 4, 2210],
  [2206, 'regtype', 'regtype', 'N', 4, 2211],
  [2950, 'uuid', 'uuid', 'U', 16, 2951],
  [3802, 'jsonb', 'jsonb', 'U', -1, 3807],
  [705, 'unknown', 'unknown', 'X', -2, 0],
  [2249, 'record', 'record', 'P', -1, 2287],
  [2278, 'void', 'void', 'P', 4, 0],
]

/** Every type there is here, lists behind what they hold. */
export const CATALOG_TYPES: readonly CatalogType[] = [
  ...SCALARS.map(([oid, name, format, category, size, array]) => ({
    oid,
    name,
    format,
    category,
    size,
    array,
    element: 0,
  })),
  ...SCALARS.filter(([, , , , , array]) => array > 0).map(([oid, name, format, , , array]) => ({
    oid: array,
    name: `_${name}`,
    format: `${format}[]`,
    category: 'A',
    size: -1,
    array: 0,
    element: oid,
  })),
]

const BY_OID = new Map(CATALOG_TYPES.map((type) => [type.oid, type]))
export const typeByOid = (oid: number) => BY_OID.get(oid)

/** By either of its names. */
export function typeOidOf(name: string): number | undefined {
  const wanted = name.trim().toLowerCase()
  return CATALOG_TYPES.find((type) => type.name === wanted || type.format === wanted)?.oid
}

const OIDS: Readonly<Record<ColumnType['name'], number>> = {
  VARCHAR: 25,
  INTEGER: 23,
  BIGINT: 20,
  DOUBLE: 701,
  BOOLEAN: 16,
  DATE: 1082,
  TIME: 1083,
  TIMESTAMP: 1114,
  TIMESTAMPTZ: 1184,
  UUID: 2950,
  JSON: 114,
  DECIMAL: 1700,
}

export const oidOfColumn = (type: ColumnType) => OIDS[type.name]

export const modifierOf = (type: ColumnType) =>
  type.name === 'DECIMAL' ? ((type.precision << 16) | type.scale) + 4 : -1
