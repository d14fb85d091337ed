import type { Grid } from '../grid.ts'
import type { OpenedFile } from '../opened-file.ts'
import { readValue } from '../structure/values/read-value.ts'
import { PLAIN_STYLE } from '../styles.ts'

/** A cell as the map looks at it: what it means, and its text as a person reads it. A day is an ISO text. */
export type MappedCell = {
  row: number
  column: number
  kind: 'number' | 'text' | 'date' | 'boolean' | 'error'
  value: string | number
  text: string
  /** Its formula. */
  r1c1: string | null
}

export type MappedSheet = { name: string; isHidden: boolean; grid: Grid; cells: CellTable }

/** Cells by place. */
export class CellTable {
  readonly #byRow = new Map<number, Map<number, MappedCell>>()

  add(cell: MappedCell) {
    const row = this.#byRow.get(cell.row) ?? new Map<number, MappedCell>()
    this.#byRow.set(cell.row, row.set(cell.column, cell))
  }

  at(row: number, column: number): MappedCell | undefined {
    return this.#byRow.get(row)?.get(column)
  }

  *all(): Iterable<MappedCell> {
    for (const row of this.#byRow.values()) yield* row.values()
  }
}

/** What of a sheet is looked at; the map says where it stopped. */
const MOST = { rows: 20_000, cells: 200_000 }

export async function readMappedSheet(file: OpenedFile, place: number): Promise<MappedSheet> {
  const { name = '', state = 'visible' } = file.sheets[place] ?? {}
  const grid = await file.readGrid(place, MOST)
  const cells = new CellTable()
  for (const { row, column, cell, style, formula } of grid.cells) {
    const shown = cell && shownCell(file, cell, style)
    if (shown) cells.add({ row, column, ...shown, r1c1: formula?.r1c1 ?? null })
  }
  return { name, isHidden: state !== 'visible', grid, cells }
}

function shownCell(
  { styles, isDate1904 }: OpenedFile,
  cell: NonNullable<Grid['cells'][number]['cell']>,
  style: number,
): Pick<MappedCell, 'kind' | 'value' | 'text'> {
  const text = String(cell.value).normalize('NFKC').trim()
  const value = readValue(cell, styles[style] ?? PLAIN_STYLE, text, isDate1904)
  switch (value.kind) {
    case 'number':
      return { kind: 'number', value: value.number, text }
    case 'date':
      return { kind: 'date', value: value.iso, text: cell.kind === 'text' ? text : value.iso }
    case 'error':
    case 'boolean':
      return { kind: value.kind, value: text, text }
    default:
      return { kind: 'text', value: String(cell.value), text }
  }
}
