import type { Corner } from '../../../formulas/parse-formula.ts'
import type { Box } from '../../../grid.ts'
import type { Sheet, SheetCell } from '../../sheet.ts'
import type { TableBody } from '../table-lines.ts'
import type { Computation } from './computation.ts'
import { readComputation } from './read-computation.ts'

/** What the formulas of a table say about how its rows and its columns are computed. */
export type FormulaVotes = { ofRows: LineVotes; ofColumns: LineVotes }

/** For each line, counting from 0 within the table, the ways in which its cells say that they are computed. */
export type LineVotes = Map<number, Map<string, Vote>>

export type Vote = { computation: Computation; spans: readonly Span[]; places: number[] }

/** Lines from and to, both included. */
export type Span = readonly [from: number, to: number]

/** A cell that is computed from others of its column says something about its row, and the other way round. */
export function readFormulas(sheet: Sheet, { box, skippedRows }: TableBody): FormulaVotes {
  const votes: FormulaVotes = { ofRows: new Map(), ofColumns: new Map() }
  const known = new Map<string, Computation | null>()
  for (let row = box.top; row <= box.bottom; row++) {
    if (skippedRows.has(row)) continue
    for (let column = box.left; column <= box.right; column++) {
      const cell = sheet.cellAt(row, column)
      const computation = cell && cell.value.kind === 'number' ? computationIn(cell, known) : null
      if (computation) castBoth(votes, box, row, column, computation)
    }
  }
  return votes
}

function castBoth(
  { ofRows, ofColumns }: FormulaVotes,
  box: Box,
  row: number,
  column: number,
  computation: Computation,
) {
  const { top, left, bottom, right } = box
  const rows = spansOf(computation, row, column, 'row')
  const columns = rows ? null : spansOf(computation, column, row, 'column')
  if (rows) cast(ofRows, row - top, column - left, computation, within(rows, top, bottom))
  if (columns) cast(ofColumns, column - left, row - top, computation, within(columns, left, right))
}

/** A formula that was filled down or across is one text. */
function computationIn({ formula }: SheetCell, known: Map<string, Computation | null>): Computation | null {
  if (!formula) return null
  const read = known.get(formula.r1c1)
  if (read !== undefined) return read
  const computation = readComputation(formula.r1c1)
  known.set(formula.r1c1, computation)
  return computation
}

/** The rows, or the columns, that it refers to, where all of them are in the column, or the row, of the cell itself. */
function spansOf({ operands }: Computation, line: number, place: number, along: 'row' | 'column'): Span[] | null {
  const across = along === 'row' ? 'column' : 'row'
  const spans: Span[] = []
  for (const { first, last } of operands) {
    const end = last ?? first
    if (numberOf(first, across, place) !== place || numberOf(end, across, place) !== place) return null
    const [one, other] = [numberOf(first, along, line), numberOf(end, along, line)]
    if (Math.min(one, other) <= line && line <= Math.max(one, other)) return null
    spans.push([Math.min(one, other), Math.max(one, other)])
  }
  return spans
}

const numberOf = (corner: Corner, along: 'row' | 'column', from: number) =>
  corner[along].isRelative ? from + corner[along].number : corner[along].number

/** Counting from the first line of the table; what is outside of it is left out. */
const within = (spans: readonly Span[], first: number, last: number) =>
  spans.flatMap(([from, to]): Span[] =>
    to < first || from > last ? [] : [[Math.max(from, first) - first, Math.min(to, last) - first]],
  )

function cast(votes: LineVotes, line: number, place: number, computation: Computation, spans: readonly Span[]) {
  if (spans.length === 0) return
  const ways = votes.get(line) ?? new Map<string, Vote>()
  votes.set(line, ways)
  const way = `${computation.op} ${spans.join(' ')}`
  const vote = ways.get(way)
  if (vote) vote.places.push(place)
  else ways.set(way, { computation, spans, places: [place] })
}
