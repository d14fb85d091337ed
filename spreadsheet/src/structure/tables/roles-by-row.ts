import type { Region } from '../../parse-spec/parse-spec.ts'
import type { RowRole } from '../roles/roles.ts'

/** What each row is for, by its number counting from 0; a row that is not listed is one of data. */
export function rolesByRow({ row_roles }: Region): ReadonlyMap<number, RowRole> {
  const roles = new Map<number, RowRole>()
  for (const { rows, role } of row_roles) for (const row of rows) roles.set(row - 1, role)
  return roles
}
