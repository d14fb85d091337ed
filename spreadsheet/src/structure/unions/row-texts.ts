import type { TableSketch } from './table-sketch.ts'
import { familyOf } from './wider-type.ts'

/**
 * The rows of a table as texts of some of its columns. Where it has figures or dates, rows without any say only what a form
 * has to be filled in for, and are left out.
 */
export function readValueTexts({ columns, rows }: TableSketch, places: readonly number[]): string[] {
  const valued = places.filter((place) => familyOf(columns[place]?.type ?? '') !== 'text')
  const hasValue = (row: TableSketch['rows'][number]) =>
    valued.length === 0 || valued.some((place) => row[place] && Number(row[place]) !== 0)
  return rows.filter(hasValue).map((row) => JSON.stringify(places.map((place) => row[place] ?? null)))
}
