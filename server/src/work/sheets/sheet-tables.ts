import type { Line } from './lay-out-sheet.ts'
import { type ColumnLook, columnLook, spellValue } from './spell-value.ts'

/** The lines of a sheet with those of one view together, their values spelled. */
export type SheetPart = Exclude<Line, TableLine> | TablePart
export type TablePart = {
  kind: 'table'
  /** Null where none is to be shown. */
  header: readonly string[] | null
  looks: readonly ColumnLook[]
  rows: readonly (readonly string[])[]
  totals: readonly string[] | null
}

type TableLine = Extract<Line, { kind: 'header' | 'row' | 'totals' }>

const isTableLine = (line: Line): line is TableLine =>
  line.kind === 'header' || line.kind === 'row' || line.kind === 'totals'

export function sheetParts(lines: readonly Line[]): SheetPart[] {
  const tables = new Map(tablesIn(lines).map((table) => [table[0], table]))
  return lines.flatMap((line): SheetPart[] => {
    if (!isTableLine(line)) return [line]
    const table = tables.get(line)
    return table ? [tablePart(table)] : []
  })
}

/** Lines that follow one another: a header begins the next table, and totals end one. */
function tablesIn(lines: readonly Line[]): TableLine[][] {
  const tables: TableLine[][] = []
  let before: Line | undefined
  for (const line of lines) {
    const isNext = before && isTableLine(before) && before.kind !== 'totals' && line.kind !== 'header'
    if (isTableLine(line)) {
      if (isNext) tables.at(-1)?.push(line)
      else tables.push([line])
    }
    before = line
  }
  return tables
}

/** How the columns of each line look, where it has some: those of its whole table decide. */
export function looksOfLines(lines: readonly Line[]): ReadonlyMap<Line, readonly ColumnLook[]> {
  const looks = new Map<Line, readonly ColumnLook[]>()
  for (const table of tablesIn(lines)) {
    const own = looksOf(table)
    for (const line of table) looks.set(line, own)
  }
  return looks
}

function looksOf(lines: readonly TableLine[]): ColumnLook[] {
  const header = lines.find((line) => line.kind === 'header')?.names ?? []
  const filled = lines.filter((line) => line.kind !== 'header')
  const types = filled[0]?.types
  if (!types) return header.map(() => PLAIN)
  const valuesOf = (n: number) => filled.map(({ values }) => values[n] ?? null)
  return types.map((type, n) => columnLook(header[n] ?? '', type, valuesOf(n)))
}

function tablePart(lines: readonly TableLine[]): TablePart {
  const header = lines.find((line) => line.kind === 'header')?.names ?? null
  const filled = lines.filter((line) => line.kind !== 'header')
  const looks = looksOf(lines)
  const spelled = (line: (typeof filled)[number]) => line.values.map((value, n) => spellValue(value, looks[n] ?? PLAIN))
  const totals = filled.find(({ kind }) => kind === 'totals')
  return {
    kind: 'table',
    header,
    looks,
    rows: filled.filter(({ kind }) => kind === 'row').map(spelled),
    totals: totals ? spelled(totals) : null,
  }
}

const PLAIN: ColumnLook = { isRight: false, isGrouped: false }
