import type { Wire } from '@bindery-data/sdk'
import { tableNames } from '../region/union-of.ts'
import { type Cell, columnOf, cornerOf, parseRange } from '../sheet/range.ts'

/** A decision that may be wrong, and what speaks for it. */
export type Doubt = {
  key: string
  regionId: string | null
  /** Where to look. */
  cell: Cell | null
  about:
    | { kind: 'region'; range: string; confidence: number; evidence: readonly string[] }
    | { kind: 'type'; column: string; type: string; nonconforming: number; samples: readonly string[] }
    | { kind: 'dates'; column: string; count: number }
    | { kind: 'codes'; column: string; count: number }
    | { kind: 'total'; row: number | null; column: string | null; agreement: number }
    | { kind: 'dropped'; range: string; why: string }
    | { kind: 'reading'; patch: Wire.Region['alternatives'][number]['patch']; confidence: number }
    | { kind: 'unbalanced'; check: Check }
    | { kind: 'warning'; warning: Wire.ParseSpec['warnings'][number] }
}

type Check = NonNullable<Wire.ParseSpec['check']>[number]

/** Below this one in ten is wrong. */
const SURE = 0.9
/** A reading this close to the best is worth a look. */
const CLOSE = 0.8

/** What is computed from others, named or empty: a total that does not add up is a doubt of its own. */
const LEFT_OUT_FOR_SURE: ReadonlySet<string> = new Set([
  'computed_row',
  'computed_column',
  'heads_computed_rows',
  'names_a_column',
  'repeats_the_header',
  'repeats_the_cell_above',
  'separates_rows',
  'numbers_the_page',
  'says_the_unit',
  'says_that_there_is_nothing',
])

export function doubtsIn({ regions, warnings, check = [] }: Wire.ParseSpec, sheet: string): readonly Doubt[] {
  const here = regions.filter((region) => region.sheet === sheet)
  const ids = new Set(here.map(({ region_id }) => region_id))
  const names = tableNames(regions, here)
  return [
    ...check.filter(({ table, balanced }) => balanced === false && names.has(table)).map(unbalanced),
    ...here.flatMap(doubtsOf),
    ...warnings
      // The check itself says it in the language that is chosen.
      .filter(({ code, region_id }) => code !== 'unbalanced_check' && (region_id === null || ids.has(region_id)))
      .map(
        (warning): Doubt => ({
          key: `warning ${warning.code} ${warning.region_id} ${warning.message}`,
          regionId: warning.region_id,
          cell: null,
          about: { kind: 'warning', warning },
        }),
      ),
  ]
}

const unbalanced = (check: Check): Doubt => ({
  key: `unbalanced ${check.table}`,
  regionId: check.region_id,
  cell: null,
  about: { kind: 'unbalanced', check },
})

function doubtsOf(region: Wire.Region): Doubt[] {
  const box = parseRange(region.range)
  if (!box || region.kind !== 'data') return []
  const doubt = (key: string, about: Doubt['about'], cell: Cell | null): Doubt => ({
    key: `${region.region_id} ${key}`,
    regionId: region.region_id,
    cell,
    about,
  })
  const { range, confidence, evidence } = region
  const corner = { row: box.top, column: box.left }
  return [
    ...(confidence < SURE ? [doubt('region', { kind: 'region', range, confidence, evidence }, corner)] : []),
    ...region.columns.flatMap((column) => doubtsOfColumn(column, doubt, region.header_rows.at(-1) ?? box.top)),
    ...region.totals
      .filter(({ verified }) => !verified)
      .map(({ row = null, column = null, agreement }) =>
        doubt(
          `total ${row} ${column}`,
          { kind: 'total', row, column, agreement },
          {
            row: row ?? box.top,
            column: column ? columnOf(column) : box.left,
          },
        ),
      ),
    ...(region.dropped ?? [])
      .filter(({ why }) => !LEFT_OUT_FOR_SURE.has(why))
      .map(({ range: at, why }) => doubt(`dropped ${at}`, { kind: 'dropped', range: at, why }, cornerOf(at))),
    ...region.alternatives
      .filter((alternative) => alternative.confidence >= CLOSE)
      .map(({ rank, patch, confidence: its }) =>
        doubt(`reading ${rank}`, { kind: 'reading', patch, confidence: its }, corner),
      ),
  ]
}

function doubtsOfColumn(
  { source_column, name, type, include, confidence, evidence }: Wire.Region['columns'][number],
  doubt: (key: string, about: Doubt['about'], cell: Cell) => Doubt,
  row: number,
): Doubt[] {
  if (!include) return []
  const cell = { row, column: columnOf(source_column) }
  const { nonconforming, ambiguous_dates, leading_zero, samples } = evidence
  const found: Doubt[] = []
  if (nonconforming > 0 || confidence < SURE)
    found.push(doubt(`type ${source_column}`, { kind: 'type', column: name, type, nonconforming, samples }, cell))
  if (ambiguous_dates > 0 && /^(?:DATE|TIMESTAMP)/.test(type))
    found.push(doubt(`dates ${source_column}`, { kind: 'dates', column: name, count: ambiguous_dates }, cell))
  if (leading_zero > 0 && type !== 'VARCHAR')
    found.push(doubt(`codes ${source_column}`, { kind: 'codes', column: name, count: leading_zero }, cell))
  return found
}
