import type { Correction, GIVEN_KINDS, Region, RegionColumn } from '../../parse-spec/parse-spec.ts'

type OfRegion<C> = C extends Correction ? C & { region: string } : never

/** One change of a reading. A column is meant by its name, or by its letters where no column has that name. */
export type Operation =
  | OfRegion<Exclude<Correction, { op: 'choose_reading' }>>
  /** One of the alternatives of the region, by its rank, or the steps that are given. */
  | { op: 'choose_reading'; region: string; rank: number }
  | { op: 'choose_reading'; region: string; reshape: Region['reshape'] }
  /** The reading that takes the same steps, whichever columns it takes them with; else these steps. */
  | { op: 'choose_reading'; region: string; like: Region['reshape'] }
  | { op: 'merge_regions'; regions: readonly string[] }
  /** The row or the column that the second part begins with. */
  | { op: 'split_region'; region: string; at_row: number }
  | { op: 'split_region'; region: string; at_column: string }
  /** One table of several, with a column that says which of them a row is from; and each its own again. */
  | { op: 'unite_tables'; regions: readonly string[]; name?: string; column?: string }
  | { op: 'separate_tables'; region: string }
  | { op: 'add_region'; sheet: string; range: string; kind: (typeof GIVEN_KINDS)[number] }

export type Refusal = {
  /** The member of the operation that is impossible. */
  member: string
  code: string
  message: string
  /** What is possible instead, where that can be listed. */
  allowed: readonly (string | number)[] | null
}

/** An operation asks for something that the sheet or the region does not allow. */
export class OperationRefused extends Error {
  readonly refusal: Refusal

  constructor(member: string, code: string, message: string, allowed: Refusal['allowed'] = null) {
    super(message)
    this.refusal = { member, code, message, allowed }
  }
}

/** Values that are listed beyond this many help no reader. */
const MOST_ALLOWED = 200

/** `1:40` says more than forty numbers. */
export const allowedRows = (first: number, last: number): readonly string[] => [
  first === last ? `${first}` : `${first}:${last}`,
]

export const allowedOf = (values: readonly string[]): readonly string[] => values.slice(0, MOST_ALLOWED)

/** The column that is meant by a name, or by letters where no column has that name. */
export function findColumn({ columns }: Region, meant: string): RegionColumn | undefined {
  return (
    columns.find(({ name }) => name === meant) ??
    columns.find(({ source_column }) => source_column === meant.toUpperCase())
  )
}

export function openColumn(region: Region, meant: string, member = 'column'): RegionColumn {
  const column = findColumn(region, meant)
  if (!column) throw noColumn(region, meant, member)
  return column
}

export const noColumn = ({ region_id, columns }: Region, meant: string, member: string) =>
  new OperationRefused(
    member,
    'unknown_column',
    `${meant} is no column of ${region_id}`,
    allowedOf(columns.map(({ name }) => name)),
  )
