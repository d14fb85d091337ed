import type { Box } from '../../grid.ts'
import type { Total } from '../../parse-spec/parse-spec.ts'
import { columnLetters, spellBox } from '../../xlsx/cell-reference.ts'
import type { Relation } from './arithmetic/relation.ts'
import type { TableBody } from './table-lines.ts'

/** What is computed from what, in the words of the spec. */
export function spellTotals({ box }: TableBody, ofRows: readonly Relation[], ofColumns: readonly Relation[]): Total[] {
  const { top, left } = box
  const rows = ofRows.map(
    (relation): Total => ({
      row: top + relation.line + 1,
      ...spellRelation(
        relation,
        (line) => `${top + line + 1}`,
        (from, to) => ({ top: top + relation.line, bottom: top + relation.line, left: left + from, right: left + to }),
      ),
    }),
  )
  const columns = ofColumns.map(
    (relation): Total => ({
      column: columnLetters(left + relation.line),
      ...spellRelation(
        relation,
        (line) => columnLetters(left + line),
        (from, to) => ({ top: top + from, bottom: top + to, left: left + relation.line, right: left + relation.line }),
      ),
    }),
  )
  return [...rows, ...columns]
}

function spellRelation(
  { op, operands, places, agreement, isMixed }: Relation,
  spellLine: (line: number) => string,
  boxOf: (from: number, to: number) => Box,
): Omit<Total, 'row' | 'column'> {
  const isInOrder = op !== 'sum' && op !== 'average'
  return {
    op,
    operands: isInOrder ? operands.map(spellLine) : spansOf(operands, spellLine),
    cells: inRuns(places).map(([from, to]) => spellBox(boxOf(from, to))),
    verified: !isMixed,
    agreement,
  }
}

const spansOf = (operands: readonly number[], spellLine: (line: number) => string) =>
  inRuns(operands.toSorted((one, other) => one - other)).map(([from, to]) =>
    from === to ? spellLine(from) : `${spellLine(from)}:${spellLine(to)}`,
  )

/** Numbers that follow each other, as from and to. */
function inRuns(numbers: readonly number[]): [from: number, to: number][] {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && last[1] + 1 === number) last[1] = number
    else runs.push([number, number])
  }
  return runs
}
