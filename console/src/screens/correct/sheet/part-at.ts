import type { Wire } from '@bindery-data/sdk'
import { type Cell, isInside, lettersOf, parseRange } from './range.ts'

/** What a cell is for; each has a colour of its own, here, in the documentation and in the terminal. */
export type Part = 'header' | 'label' | 'data' | 'total' | 'group' | 'title' | 'unit' | 'note' | 'keyvalue' | 'ignored'

const COMPUTED: ReadonlySet<string> = new Set(['subtotal', 'total', 'difference', 'ratio'])

export const regionAt = (regions: readonly Wire.Region[], cell: Cell): Wire.Region | undefined =>
  regions.find(({ range }) => {
    const box = parseRange(range)
    return box !== null && isInside(box, cell)
  })

/** Null: no region claims the cell. */
export function partAt(regions: readonly Wire.Region[], cell: Cell): Part | null {
  const region = regionAt(regions, cell)
  if (!region) return null
  if (region.kind === 'ignore') return 'ignored'
  return region.kind === 'data' ? partOfTable(region, cell) : region.kind
}

function partOfTable(region: Wire.Region, { row, column }: Cell): Part {
  if (region.header_rows.includes(row)) return 'header'
  const letters = lettersOf(column)
  const its = region.columns.find(({ source_column }) => source_column === letters)
  if (its && !its.include) return 'ignored'
  const role = roleOfRow(region, row)
  if (role === 'group' || role === 'note' || role === 'unit') return role
  if (role === 'separator' || role === 'repeat_header') return 'ignored'
  if (COMPUTED.has(role) || COMPUTED.has(its?.role ?? '')) return 'total'
  if (!region.label_columns.includes(letters)) return 'data'
  return region.orientation === 'columns' ? 'header' : 'label'
}

export type RowRole = Wire.Region['row_roles'][number]['role']

export const roleOfRow = ({ row_roles }: Wire.Region, row: number): RowRole =>
  row_roles.find(({ rows }) => rows.includes(row))?.role ?? 'data'
