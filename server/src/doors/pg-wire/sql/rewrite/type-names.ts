import type { TypeName } from 'libpg-query'
import { namesIn } from '../labels.ts'
import {
  BOOL,
  DATE,
  FLOAT4,
  FLOAT8,
  INT2,
  INT4,
  INT8,
  INTERVAL,
  JSON_TYPE,
  listOf,
  MOST_DIGITS,
  numeric,
  OID,
  type PgType,
  QUOTIENT,
  TEXT,
  TIME,
  TIMESTAMP,
  TIMESTAMPTZ,
} from '../pg-type.ts'
import { refuse, unsupported } from './refusals.ts'

/** `length`: to how many characters a text is cut. `object`: regclass and its kin. `fields`: those of an interval. */
export type CastType = { type: PgType; length?: number; object?: string; fields?: number }

const TYPES: ReadonlyMap<string, PgType> = new Map([
  ['bool', BOOL],
  ['int2', INT2],
  ['int4', INT4],
  ['int8', INT8],
  ['float4', FLOAT4],
  ['float8', FLOAT8],
  ['numeric', QUOTIENT],
  ['text', TEXT],
  ['varchar', TEXT],
  ['name', TEXT],
  ['char', TEXT],
  ['citext', TEXT],
  ['sql_identifier', TEXT],
  ['character_data', TEXT],
  ['yes_or_no', TEXT],
  ['cardinal_number', INT4],
  ['date', DATE],
  ['time', TIME],
  ['timestamp', TIMESTAMP],
  ['timestamptz', TIMESTAMPTZ],
  ['interval', INTERVAL],
  ['json', JSON_TYPE],
  ['jsonb', JSON_TYPE],
  ['uuid', { name: 'uuid' }],
  ['bytea', { name: 'bytea' }],
  ['oid', OID],
  ['xid', OID],
  ['cid', OID],
  ['int2vector', listOf(INT8)],
  ['oidvector', listOf(INT8)],
])

export function castType({ names, typmods = [], arrayBounds = [] }: TypeName, place: number): CastType {
  const name = namesIn(names).at(-1) ?? ''
  if (typmods.some((each) => !('A_Const' in each) || !each.A_Const.ival))
    throw refuse('42601', 'type modifiers must be simple constants or identifiers', { place })
  const digits = typmods.flatMap((each) => ('A_Const' in each ? [each.A_Const.ival?.ival ?? 0] : []))
  if (name.startsWith('reg')) return { type: OID, object: name }
  const known = TYPES.get(name)
  if (name === 'bpchar') throw unsupported('The type char', place, 'Use varchar, or rpad(text, n).')
  if (!known) throw refuse('42704', `type "${name}" does not exist`, { place })
  const { type, ...more } = withDigits(name, known, digits, place)
  return arrayBounds.length === 0 ? { type, ...more } : { type: listOf(type) }
}

function withDigits(name: string, type: PgType, [first, second = 0]: readonly number[], place: number): CastType {
  if (name === 'char') return { type, length: 1 }
  if (first === undefined) return { type }
  if (name === 'varchar') return { type, length: first }
  if (name === 'interval') return { type, fields: first }
  if (name !== 'numeric') throw unsupported(`${name}(${first})`, place, `Write ${name} without digits.`)
  if (first < 1 || first > MOST_DIGITS || second < 0 || second > first)
    throw unsupported(`numeric(${first}, ${second})`, place, `At most ${MOST_DIGITS} digits can be kept.`)
  return { type: numeric(first, second) }
}
