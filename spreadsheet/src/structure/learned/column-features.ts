import type { Region, RegionColumn } from '../../parse-spec/parse-spec.ts'
import type { Features } from './tree-model.ts'

/** A header that is longer is a sentence. */
const LONG_HEADER = 30
const FIGURES = /^[\s\d.,%()▲△+-]+$/u

/** What the columns of a reading are called, and how well their values fit the types that were found. */
export function columnFeatures({ columns, header_rows, label_columns, unit, title, layout }: Region): Features {
  const own = columns.filter(({ include }) => include)
  const shareOf = (is: (column: RegionColumn) => boolean) => own.filter(is).length / Math.max(1, own.length)
  const misfits = own.map(({ evidence }) => evidence.nonconforming / Math.max(1, evidence.rows))
  const gaps = own.map(({ evidence }) => evidence.nulls / Math.max(1, evidence.rows))
  const depths = own.map(({ header_cells = [] }) => header_cells.length)
  return {
    columns: own.length,
    columns_left_out: columns.length - own.length,
    columns_unnamed: shareOf(({ header }) => header === null),
    columns_renamed: shareOf(({ header, name }) => header !== null && /_\d+$/.test(name) && header !== name),
    columns_named_by_figures: shareOf(({ header }) => header !== null && FIGURES.test(header)),
    columns_named_at_length: shareOf(({ header }) => (header?.length ?? 0) > LONG_HEADER),
    columns_of_text: shareOf(({ type }) => type === 'VARCHAR'),
    columns_of_labels: shareOf(({ role }) => role === 'label'),
    columns_computed: shareOf(({ role }) => role === 'total' || role === 'difference' || role === 'ratio'),
    columns_with_unit: shareOf((column) => column.unit !== null),
    columns_empty: gaps.filter((gap) => gap >= 1).length / Math.max(1, own.length),
    misfits_most: Math.max(0, ...misfits),
    gaps_most: Math.max(0, ...gaps),
    header_rows: header_rows.length,
    header_uneven: depths.length === 0 ? 0 : Math.max(...depths) - Math.min(...depths),
    label_columns: label_columns.length,
    has_unit: Number(unit !== null),
    has_title: Number(title !== null),
    is_wide: Number(layout === 'wide'),
  }
}
