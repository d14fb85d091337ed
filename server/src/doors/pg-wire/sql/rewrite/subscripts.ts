import type { A_Indirection, Node } from 'libpg-query'
import { namesIn } from '../labels.ts'
import { ANY, INT4, isOpen, type PgType } from '../pg-type.ts'
import { cast } from './casts.ts'
import { noOperator, refuse, unsupported } from './refusals.ts'
import type { Rewriting } from './rewriting.ts'
import type { Scope } from './scope.ts'
import { quoteName, type Typed } from './typed.ts'

/** Columns of the catalog whose places count from 0. */
const VECTORS = new Set(['indkey', 'indclass', 'indoption', 'indcollation', 'proargtypes'])

export function indirection(
  rewriting: Rewriting,
  { arg, indirection: steps = [] }: A_Indirection,
  scope: Scope,
  place: number,
): Typed {
  if (!arg) throw refuse('42601', 'an index has no operand', { place })
  const isVector = 'ColumnRef' in arg && VECTORS.has(namesIn(arg.ColumnRef.fields).at(-1) ?? '')
  let made = rewriting.expression(arg, scope)
  for (const step of steps) made = { ...stepped(rewriting, made, step, isVector, scope), place }
  return made
}

function stepped(rewriting: Rewriting, from: Typed, step: Node, isVector: boolean, scope: Scope): Typed {
  if ('String' in step && isOpen(from.type))
    return { ...from, sql: `(${from.sql}).${quoteName(step.String.sval ?? '')}`, type: ANY }
  if (!('A_Indices' in step)) throw unsupported('This part of a value', from.place, 'Select the value itself.')
  if (from.type.name !== 'list' && !isOpen(from.type)) throw noOperator('[]', [from.type, INT4], from.place)
  const place = (node: Node) => cast(rewriting.expression(node, scope), INT4, rewriting.parameters).sql
  const { is_slice: isSlice, lidx, uidx } = step.A_Indices
  if (isSlice) {
    const atLeast = (value: string, least: number) => `CASE WHEN ${value} < ${least} THEN ${least} ELSE ${value} END`
    const begin = lidx ? atLeast(place(lidx), 1) : '1'
    const end = uidx ? atLeast(place(uidx), 0) : `len(${from.sql})`
    return { ...from, sql: `(${from.sql})[${begin}:${end}]` }
  }
  if (!uidx) throw refuse('42601', 'an index is empty', { place: from.place })
  const item: PgType = from.type.item ?? ANY
  if (isVector) return { ...from, sql: `(${from.sql})[1 + ${place(uidx)}]`, type: item }
  const index = place(uidx)
  const isPositive = /^CAST\([1-9]\d* AS INTEGER\)$/.test(index)
  // A place before the first is none; the engine would count it from the end.
  return {
    ...from,
    sql: `(${from.sql})[${isPositive ? index : `CASE WHEN ${index} >= 1 THEN ${index} END`}]`,
    type: item,
  }
}
