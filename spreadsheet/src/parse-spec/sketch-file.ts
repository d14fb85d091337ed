import type { OpenedFile } from '../opened-file.ts'
import { readFileSheet } from '../structure/read-file-sheet.ts'
import { columnKey } from '../structure/unions/column-key.ts'
import { sketchTable, type TableSketch } from '../structure/unions/table-sketch.ts'
import type { ParseSpec, Region } from './parse-spec.ts'

/** A sketch of the one table of a file, as it goes from one process to another. */
export type FileSketch = Omit<TableSketch, 'sums'> & { sums: readonly (readonly [string, number])[] }

/** The table of a file that has one; its notes and totals do not count. Null for files with several tables, or none. */
export async function sketchFile(file: OpenedFile, spec: ParseSpec): Promise<FileSketch | null> {
  const region = onlyTable(spec)
  const place = file.sheets.findIndex(({ name }) => name === region?.sheet)
  if (!region || place < 0) return null
  const sheet = await readFileSheet(file, place, spec.source_name.replace(/\.[A-Za-z0-9]{1,5}$/, ''))
  if (!sheet || sheet.grid.isTruncated) return null
  const sketch = sketchTable(sheet, region, [])
  return sketch && { ...sketch, sums: sumsIn(spec, region) }
}

/** One region of data that becomes one table, and its totals perhaps another. */
export function onlyTable({ regions }: ParseSpec): Region | null {
  const tables = regions.filter(({ kind }) => kind === 'data' || kind === 'keyvalue')
  const [region] = tables
  if (tables.length !== 1 || region?.kind !== 'data' || region.union) return null
  return region.outputs.filter(({ kind }) => kind !== 'computed').length === 1 ? region : null
}

const sumsIn = ({ check = [] }: ParseSpec, { region_id }: Region) =>
  (check.find((one) => one.region_id === region_id)?.sums ?? []).map(
    ({ column, sum_out }) => [columnKey(column), Number(sum_out)] as const,
  )
