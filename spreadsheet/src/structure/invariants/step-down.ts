import type { Region } from '../../parse-spec/parse-spec.ts'
import { columnLetters, parseBox } from '../../xlsx/cell-reference.ts'
import { asReshape } from '../correct/reshape-names.ts'
import type { Language } from '../names/name-outputs.ts'
import { unnamedColumn } from '../names/unnamed-columns.ts'
import { headedReshape } from '../readings/headed-reshape.ts'
import type { Sheet } from '../sheet.ts'
import { stepsOf } from '../tables/reshape/apply-reshape.ts'

/** Evidence of a report that is read as one list of what is no total. */
export const WITHOUT_HIERARCHY = 'without_hierarchy'

/** A reading of a region, and the region its outputs are to be those of: what is known is kept where it is not followed. */
export type Rung = { region: Region; outputsLike: Region }

/** A reading and those it steps down to when it does not keep what it must: each does less, the last one nothing at all. */
export function rungsOf(sheet: Sheet, region: Region, language: Language): Rung[] {
  const flat: Region = { ...region, computed_rows: 'among' }
  const unshaped: Region = { ...flat, layout: 'list', reshape: null, orientation: 'rows' }
  const plain: Region = { ...unshaped, ...NOTHING_KNOWN, alternatives: [], columns: region.columns.map(asLabel) }
  const isReport = region.hierarchy !== null || region.row_roles.length > 0
  const isShaped = region.reshape !== null || region.orientation === 'columns'
  return [
    { region, outputsLike: region },
    ...(region.hierarchy ? [oneLevel(sheet, region, language)] : []),
    ...(isReport && region.reshape !== null && region.orientation === 'rows' ? [apart(region)] : []),
    ...(isReport ? [rung(flat, 'totals_among_rows')] : []),
    ...(isShaped ? [rung(unshaped, 'without_reshaping')] : []),
    rung(plain, 'all_rows_as_they_stand'),
    rung(rawOf(plain, language), 'raw'),
  ]
}

/** The rows that are data as one table, called by what sums them up, and all that is computed from them as another. */
function oneLevel(sheet: Sheet, region: Region, language: Language): Rung {
  const whole = withoutLoneMeasure(region)
  const level: Region = {
    ...whole,
    reshape: headedReshape(sheet, whole, language),
    hierarchy: null,
    row_roles: region.row_roles.map(({ rows, role }) => ({ rows, role: role === 'subtotal' ? 'total' : role })),
    evidence: [...region.evidence, WITHOUT_HIERARCHY],
  }
  return { region: level, outputsLike: level }
}

/** A measure alone becomes rows only where each level of accounts is a table of its own. */
function withoutLoneMeasure(region: Region): Region {
  const steps = stepsOf(region)
  const kept = steps.filter((step) => step.kind !== 'unpivot' || step.value_columns.length > 1)
  if (region.period_axis || kept.length === steps.length) return region
  return { ...region, layout: 'list', reshape: asReshape(kept) }
}

/** The rows as they stand, and what is computed from them as another table. */
function apart(region: Region): Rung {
  const flat = { ...region, layout: 'list', reshape: null } as const
  const standing: Region = { ...flat, evidence: [...region.evidence, 'without_reshaping'] }
  return { region: standing, outputsLike: standing }
}

const NOTHING_KNOWN = { hierarchy: null, row_roles: [], totals: [], period_axis: null } satisfies Partial<Region>

/** One table of all rows, and a word of evidence that says so. */
const rung = (region: Region, evidence: string): Rung => ({
  region: { ...region, evidence: [...region.evidence, evidence] },
  outputsLike: { ...region, ...NOTHING_KNOWN },
})

/** A column of nothing but texts, whatever they are: none can be lost. */
const asLabel = (column: Region['columns'][number]): Region['columns'][number] => ({
  ...column,
  role: 'label',
  include: true,
})

/** Every row is one of data, and every column a text under a name of no meaning. */
function rawOf(region: Region, language: Language): Region {
  const box = parseBox(region.range)
  const [first] = region.columns
  if (!box || !first) return region
  const columns = Array.from({ length: box.right - box.left + 1 }, (_, n) => ({
    ...asLabel(first),
    source_column: columnLetters(box.left + n),
    header: null,
    header_cells: [],
    name: unnamedColumn(n, language),
    type: 'VARCHAR',
    format: null,
    unit: null,
  }))
  return { ...region, header_rows: [], label_columns: [], attributes: [], data_range: region.range, columns }
}
