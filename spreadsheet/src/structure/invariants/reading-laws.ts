import { COMPUTED_COLUMNS, type Region, type RegionColumn, type Reshape } from '../../parse-spec/parse-spec.ts'
import type { Sheet } from '../sheet.ts'
import { hasWitnessOfFill } from './fill-witness.ts'
import { type Gathering, namesOfFields, takenBy } from './names-of-fields.ts'
import { repeatedMeasures } from './repeated-measures.ts'

/** A law that a reading may not break, whatever its score. */
export type LawBreach = {
  law: 'one_record_one_row' | 'values_stay' | 'numbers_once' | 'names_stay' | 'totals_apart'
  columns: readonly string[]
}

/**
 * The first law that a reading of a region breaks; null for a lawful one. Such a reading is offered, and a person may
 * choose it, but it is never chosen here: it would multiply records, write values where nothing was written, repeat a
 * number so that its sum is wrong, put totals among what they add up, or make the names of fields values of another.
 */
export function brokenLaw(sheet: Sheet, region: Region, steps: readonly Reshape[]): LawBreach | null {
  for (const step of steps) {
    const breach = brokenBy(sheet, region, step)
    if (breach) return breach
  }
  return null
}

export const isLawful = (sheet: Sheet, region: Region, steps: readonly Reshape[]) =>
  brokenLaw(sheet, region, steps) === null

function brokenBy(sheet: Sheet, region: Region, step: Reshape): LawBreach | null {
  switch (step.kind) {
    case 'explode':
      return { law: 'one_record_one_row', columns: [step.column] }
    case 'fill_down': {
      const columns = step.columns.filter((name) => !hasWitnessOfFill(sheet, region, name))
      return columns.length > 0 ? { law: 'values_stay', columns } : null
    }
    case 'transpose': {
      const computed = computedColumns(region)
      return computed.length > 0 && region.orientation === 'rows' ? { law: 'totals_apart', columns: computed } : null
    }
    case 'unpivot':
    case 'stack':
    case 'wide_to_long': {
      const computed = computedAmong(region, step)
      if (computed.length > 0) return { law: 'totals_apart', columns: computed }
      const repeated = repeatedMeasures(sheet, region, step.id_columns)
      if (repeated.length > 0) return { law: 'numbers_once', columns: repeated }
      const names = namesOfFields(sheet, region, step)
      return names.length > 0 ? { law: 'names_stay', columns: names } : null
    }
    default:
      return null
  }
}

const computedColumns = ({ columns }: Region) =>
  columns.filter(({ include, role }) => include && COMPUTED_COLUMNS.has(role)).map(({ name }) => name)

/** Columns of totals that would stand among the values they add up. A balance may be one of several rounds. */
function computedAmong(region: Region, step: Gathering): string[] {
  const taken = new Set(takenBy(step))
  const isApart = ({ role }: RegionColumn) =>
    step.kind === 'wide_to_long' ? role === 'total' : COMPUTED_COLUMNS.has(role)
  return region.columns.filter((column) => taken.has(column.name) && isApart(column)).map(({ name }) => name)
}
