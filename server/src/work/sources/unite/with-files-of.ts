import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { onlyTable } from '@bindery-data/spreadsheet/parse-spec/sketch-file.ts'
import { unionOfFiles } from '../templates/shared-tables.ts'

/** The next edition of a file that shares its table with others does so, too; null: it shares none, or is several tables now. */
export function withFilesOf(stored: ParseSpec, next: ParseSpec): ParseSpec | null {
  const union = unionOfFiles(stored)
  const [part] = union?.parts ?? []
  const table = onlyTable({ ...next, regions: next.regions.map((region) => ({ ...region, union: null })) })
  if (!union || !part || !table) return null
  const its = { ...union, parts: [{ ...part, region_id: table.region_id }] }
  const regions = next.regions.map((region) =>
    region.region_id === table.region_id ? { ...region, union: its } : { ...region, union: null },
  )
  return { ...next, regions }
}
