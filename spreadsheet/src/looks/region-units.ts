import type { Region, RegionColumn, Unit } from '../parse-spec/parse-spec.ts'
import { columnIndex } from '../xlsx/cell-reference.ts'

const MONEY =
  /円|ドル|ユーロ|元$|[$€£¥]|\b(?:yen|dollars?|usd|eur|jpy|gbp|euros?)\b|^[十百千万億兆]+$|\b(?:thousand|million|billion)s?\b/iu
const NO_AMOUNT =
  /数量|個数|人数|件数|台数|本数|枚数|株数|回数|日数|客数|時間|年齢|年度|順位|点数|コード|番号|\b(?:quantity|qty|count|hours?|days?|headcount|years?|months?|rank|score|age|code|no|number)\b/iu
const SHARE = /率|比$|比率|割合|構成|[%％]|\b(?:rates?|ratio|share|percent(?:age)?|pct)\b/iu

/** What the number of a cell counts; rows and columns count from 0. Null: that is not said. */
export function unitsOfRegion(region: Region): (row: number, column: number) => Unit | null {
  const ofRow = new Map(
    (region.row_units ?? []).flatMap(({ rows, unit }) => rows.map((row) => [row - 1, unit] as const)),
  )
  const ofColumn = new Map(
    region.columns.map((column) => [columnIndex(column.source_column), unitOfColumn(column, region.unit)]),
  )
  return (row, column) => ofRow.get(row) ?? ofColumn.get(column) ?? null
}

/** The column's own unit, or that of the table where the column measures what it counts. */
export function unitOfColumn(column: RegionColumn, ofRegion: Unit | null): Unit | null {
  const { unit, scale, role, name } = column
  // `Unit price` and `Employees` are names, whatever word of them may be a unit.
  if (unit !== null && unit.toLowerCase() === name.toLowerCase()) return null
  if (unit !== null) return { text: unit, scale: scale ?? (ofRegion?.text === unit ? ofRegion.scale : 1) }
  if (ofRegion === null || role === 'ratio' || role === 'note' || SHARE.test(name)) return null
  return MONEY.test(ofRegion.text) && NO_AMOUNT.test(name) ? null : { ...ofRegion, text: shortened(ofRegion.text) }
}

/** `USD in thousands, unaudited` says more than the unit. */
const shortened = (text: string) => /^[^,;]+/.exec(text)?.[0].trim() || text
