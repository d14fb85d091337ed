import type { Region } from '../../parse-spec/parse-spec.ts'
import type { RowRole } from '../roles/roles.ts'
import { rowsOfRange } from './rows-of-range.ts'

/** The first and last row of a table, counting from 0. The last row of its header may head the rows below, as a group does. */
export function rowsOfTable(region: Region, roles: ReadonlyMap<number, RowRole>): { top: number; bottom: number } {
  const { top, bottom } = rowsOfRange(region.data_range)
  return { top: roles.get(top - 1) === 'group' ? top - 1 : top, bottom }
}

/** The rows above the header that name the first group, counting from 0. */
export const groupsAbove = (roles: ReadonlyMap<number, RowRole>, top: number): number[] =>
  [...roles].flatMap(([row, role]) => (role === 'group' && row < top ? [row] : []))
