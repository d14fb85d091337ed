import type { Region } from '../parse-spec/parse-spec.ts'
import { columnIndex, parseBox } from '../xlsx/cell-reference.ts'

/** The rows and columns of a region by what they are for, counting from 0. */
export type RegionRows = { records: number[]; computed: number[]; columns: number[] }

const COMPUTED = new Set<string>(['subtotal', 'total', 'difference', 'ratio'])

export function rowsOf(region: Region): RegionRows {
  const box = parseBox(region.data_range)
  if (!box) return { records: [], computed: [], columns: [] }
  const roles = new Map(region.row_roles.flatMap(({ rows, role }) => rows.map((row) => [row - 1, role] as const)))
  const rows = Array.from({ length: box.bottom - box.top + 1 }, (_, down) => box.top + down)
  return {
    records: rows.filter((row) => (roles.get(row) ?? 'data') === 'data'),
    computed: rows.filter((row) => COMPUTED.has(roles.get(row) ?? 'data')),
    columns: region.columns.map(({ source_column }) => columnIndex(source_column)).filter((column) => column >= 0),
  }
}
