import type { Box } from '@bindery-data/spreadsheet/grid.ts'
import type { CellStyle } from '@bindery-data/spreadsheet/styles.ts'
import type { BlockCell } from './block.ts'
import type { Cross } from './cross.ts'
import type { Line } from './cross-lines.ts'
import type { Maker } from './maker.ts'
import { serialOf } from './spell-cell.ts'

/** The words over the columns, and those over the names of the rows. */
export function addHead(maker: Maker, cross: Cross, depth: number, cells: BlockCell[], merges: Box[]) {
  const style = maker.look.header
  const manner = cross.header ?? (maker.hasMerges ? 'merged' : maker.random.one(['first', 'repeated']))
  for (const [n, word] of cross.corner.entries()) {
    if (word === null) continue
    const isHigh = manner === 'merged' && depth > 1
    cells.push({ row: isHigh ? 0 : depth - 1, column: n, value: word, style })
    if (isHigh) merges.push({ top: 0, left: n, bottom: depth - 1, right: n })
  }
  for (let level = 0; level < depth; level++) {
    let from = 0
    for (let n = 1; n <= cross.columns.length; n++) {
      const path = cross.columns[from]?.path ?? []
      if (n < cross.columns.length && isSamePath(path, cross.columns[n]?.path ?? [], level, depth)) continue
      addWord({ maker, cross, manner, depth, cells, merges }, { path, level, from, to: n - 1 })
      from = n
    }
  }
}

type Head = { maker: Maker; cross: Cross; manner: string; depth: number; cells: BlockCell[]; merges: Box[] }

/** A word of the header over the columns it belongs to. A column with few words has them merged downwards, or at the bottom. */
function addWord(
  { maker, cross, manner, depth, cells, merges }: Head,
  { path, level, from, to }: { path: readonly string[]; level: number; from: number; to: number },
) {
  const left = cross.labelColumns + from
  const right = cross.labelColumns + to
  const isShort = path.length < depth
  const value = isShort ? (level === (manner === 'merged' ? 0 : depth - 1) ? path.at(-1) : undefined) : path[level]
  if (value === undefined) return
  const style = maker.look.header
  cells.push({ row: level, column: left, ...typedHead(maker, value, style) })
  if (isShort && manner === 'merged') merges.push({ top: 0, left, bottom: depth - 1, right })
  else if (manner === 'merged' && right > left) merges.push({ top: level, left, bottom: level, right })
  else if (manner === 'repeated')
    for (let n = left + 1; n <= right; n++) cells.push({ row: level, column: n, ...typedHead(maker, value, style) })
}

const YEAR = /^\d{4}$/
const MONTH = /^(\d{4})\/(\d\d)$/

/** A year as a number, a month as a date that its format cuts short. */
function typedHead({ hasTypedHeads }: Maker, value: string, style: Partial<CellStyle>) {
  if (hasTypedHeads && YEAR.test(value)) return { value: Number(value), style }
  const [, year, month] = MONTH.exec(value) ?? []
  if (!hasTypedHeads || !month) return { value, style }
  return {
    value: serialOf(`${year}-${month}-01`),
    style: { ...style, numberFormat: 'yyyy/mm', meaning: 'date' as const },
  }
}

/** Whether two columns are under the same word at a level; the innermost words are each column's own. */
const isSamePath = (one: readonly string[], other: readonly string[], level: number, depth: number) =>
  level < depth - 1 &&
  one.length === depth &&
  other.length === depth &&
  one.slice(0, level + 1).join('_') === other.slice(0, level + 1).join('_')

export function addLabels(maker: Maker, cross: Cross, depth: number, cells: BlockCell[], merges: Box[]) {
  for (const [n, line] of cross.rows.entries())
    for (const [column, value] of (
      line.shown ?? (cross.labelColumns === 1 ? line.path.slice(-1) : line.path)
    ).entries())
      if (value !== null) cells.push({ row: depth + n, column, ...labelled(maker, line, value) })
  for (let column = 0; column < cross.labelColumns - 1 && cross.labelMerges; column++)
    for (const { from, to } of runsOf(cross.rows, column))
      merges.push({ top: depth + from, left: column, bottom: depth + to, right: column })
}

/** The name of a row, moved in by its format or by spaces. */
function labelled({ look, isCsv }: Maker, { computed, isBanner, indent = 0 }: Line, value: string) {
  const style = computed ? look.total : isBanner ? look.group : {}
  if (indent === 0) return { value, style }
  return isCsv ? { value: `${'　'.repeat(indent)}${value}`, style } : { value, style: { ...style, indent } }
}

/** Rows below a label that leave its cell empty. */
function runsOf(rows: readonly Line[], column: number): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = []
  for (const [n, { shown, path }] of rows.entries()) {
    const last = runs.at(-1)
    if ((shown ?? path)[column] === null && last?.to === n - 1) last.to = n
    else if ((shown ?? path)[column] !== null) runs.push({ from: n, to: n })
  }
  return runs.filter(({ from, to }) => to > from)
}
