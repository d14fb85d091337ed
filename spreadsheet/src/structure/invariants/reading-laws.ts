import type { Region, Reshape } from '../../parse-spec/parse-spec.ts'
import type { Sheet } from '../sheet.ts'
import { hasWitnessOfFill } from './fill-witness.ts'
import { namesOfFields } from './names-of-fields.ts'
import { repeatedMeasures } from './repeated-measures.ts'

/** A law that a reading may not break, whatever its score. */
export type LawBreach = {
  law: 'one_record_one_row' | 'values_stay' | 'numbers_once' | 'names_stay'
  columns: readonly string[]
}

/**
 * The first law that a reading of a region breaks; null for a lawful one. Such a reading is offered, and a person may
 * choose it, but it is never chosen here: it would multiply records, write values where nothing was written, repeat a
 * number so that its sum is wrong, or make the names of fields values of another.
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
    case 'unpivot':
    case 'stack':
    case 'wide_to_long': {
      const repeated = repeatedMeasures(sheet, region, step.id_columns)
      if (repeated.length > 0) return { law: 'numbers_once', columns: repeated }
      const names = namesOfFields(sheet, region, step)
      return names.length > 0 ? { law: 'names_stay', columns: names } : null
    }
    default:
      return null
  }
}
