import type { Region } from '../../parse-spec/parse-spec.ts'
import { columnIndex } from '../../xlsx/cell-reference.ts'

const NUMBERS = /^(?:BIGINT|INTEGER|HUGEINT|DOUBLE|DECIMAL)/

/**
 * The columns whose merged cells say the same of every row they reach over. Names, codes and days do. A figure beside the
 * names is one figure, however many rows it is merged over: repeated, each sum of its column would count it again.
 */
export function fillsMerged({ fill_merged, columns, label_columns }: Region): (column: number) => boolean {
  if (fill_merged !== 'down' && fill_merged !== 'all') return () => false
  const lastLabel = Math.max(-1, ...label_columns.map(columnIndex))
  const figures = new Set(
    columns.filter(({ type }) => NUMBERS.test(type)).map(({ source_column }) => columnIndex(source_column)),
  )
  return (column) => column <= lastLabel || !figures.has(column)
}
