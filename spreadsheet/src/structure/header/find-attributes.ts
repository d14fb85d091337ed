import type { Box } from '../../grid.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { identifyingColumns } from './label-columns.ts'
import { lookOf } from './look.ts'
import type { ShapeColumn } from './table-shape.ts'

type Axes = {
  columns: readonly ShapeColumn[]
  labelColumns: readonly number[]
  /** The region without its header. */
  body: Box
  /** A header row under an empty corner, that fills nothing but the first column. */
  underCorner: number | null
}

/** Periods people name by words: this year and the last, the terms of a company. */
const PERIOD_WORD =
  /^(?:前|当|今|翌|次)?(?:々)?(?:中間)?(?:連結)?(?:会計年度|事業年度|年度|期間?|四半期|年|月)末?(?: ?[(（].*)?$|^第 ?\d+ ?(?:期|四半期)|^(?:明治|大正|昭和|平成|令和)|^\d{4} ?年(?:度| ?\d{1,2} ?月)/
/** A corner that says that the names below it are things to be measured. */
const MEASURES_BELOW = /^[(（]?(?:項目|科目|勘定科目|回 ?次|決算年月|(?:累計)?期間|items?)[)）]?$/i
/** A name that says how much of something; what it is counted in may follow in brackets. */
const MEASURE_WORD =
  /(?:額|数|率|比|高|価|割合|金|費|amount|number|rate|percent)(?: ?[(（[][^)）\]]*[)）\]])?$|^[百千万億]*(?:円|株|人)$|^%$/i

/**
 * The header and label cells that say which one and not what: periods over a statement whose rows are named by measures, or
 * the names in front of a list whose columns are.
 */
export function findAttributes(sheet: Sheet, axes: Axes): Box[] {
  const { columns, labelColumns, underCorner } = axes
  const named = columns.filter(({ column, path }) => path.length > 0 && !labelColumns.includes(column))
  const corner = columns.find(({ column }) => column === labelColumns[0])?.path ?? []
  if (named.length === 0) return namesDigits(sheet, axes) ? labelBoxes(sheet, axes) : []
  return labelsNameMeasures(
    corner.filter(({ row }) => row !== underCorner),
    named,
  )
    ? boxesOf(named, (cell, path) => !isMeasureOfPeriod(cell, path))
    : [...labelBoxes(sheet, axes), ...boxesOf(named, isSpanningPeriod)]
}

function labelsNameMeasures(corner: readonly SheetCell[], named: readonly ShapeColumn[]): boolean {
  if (corner.length > 0) return corner.every(({ text }) => MEASURES_BELOW.test(text))
  const leaves = named.flatMap(({ path }) => path.slice(-1))
  const periods = leaves.filter(isPeriod).length
  const measures = leaves.filter((cell) => !isPeriod(cell) && isMeasure(cell)).length
  return periods * 2 > leaves.length || measures * 2 <= leaves.length
}

/** What is longer is a sentence. */
const LONGEST_NAME = 200

const isMeasure = ({ text }: SheetCell) => text.length <= LONGEST_NAME && MEASURE_WORD.test(text)

const isPeriod = (cell: SheetCell) => lookOf(cell) === 'digits' || PERIOD_WORD.test(cell.text)

type Path = readonly SheetCell[]

const isSpanningPeriod = (cell: SheetCell, path: Path) => cell !== path.at(-1) && isPeriod(cell)

const isMeasureOfPeriod = (cell: SheetCell, path: Path) =>
  path.length > 1 && cell === path.at(-1) && !isPeriod(cell) && path.slice(0, -1).some(isPeriod) && isMeasure(cell)

function boxesOf(columns: readonly ShapeColumn[], is: (cell: SheetCell, path: Path) => boolean): Box[] {
  const cells = new Set(columns.flatMap(({ path }) => path.filter((cell) => is(cell, path))))
  return [...cells].map(({ row, column }) => ({ top: row, left: column, bottom: row, right: column }))
}

function labelBoxes(sheet: Sheet, { columns, labelColumns, body }: Axes): Box[] {
  const identifying = identifyingColumns(sheet, labelColumns, body)
  const corner = columns.find(({ column }) => column === labelColumns[0])?.path[0]
  const isUnderCorner = (label: number) =>
    corner !== undefined && columns.some(({ column, path }) => column === label && path[0] === corner)
  return labelColumns
    .filter((label) => identifying.includes(label) || isUnderCorner(label))
    .map((column) => ({ ...body, left: column, right: column }))
}

/** So many rows tell what a column holds. */
const SAMPLE_ROWS = 400

/** Without a header: days in front of what happened on them. */
function namesDigits(sheet: Sheet, { labelColumns: [column], body: { top, bottom } }: Axes): boolean {
  if (column === undefined) return false
  let digits = 0
  let all = 0
  for (let row = top; row <= Math.min(bottom, top + SAMPLE_ROWS); row++) {
    const look = lookOf(sheet.cellAt(row, column))
    if (look === 'empty') continue
    all++
    if (look === 'digits') digits++
  }
  return digits * 2 > all
}
