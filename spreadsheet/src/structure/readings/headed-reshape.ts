import type { Region, Reshape } from '../../parse-spec/parse-spec.ts'
import type { Language } from '../names/name-outputs.ts'
import type { Sheet } from '../sheet.ts'
import { stepsOf } from '../tables/reshape/apply-reshape.ts'
import { type TableWords, wordsIn } from '../tables/words.ts'
import { findHeads } from './find-heads.ts'

/** How a region is reshaped when the names of groups, and of sums above their parts, are brought to their rows first. */
export function headedReshape(sheet: Sheet, region: Region, language: Language): Region['reshape'] {
  const heading = headingStep(sheet, region, wordsIn(language))
  const [first, ...more] = stepsOf(region)
  if (!heading || more.length > 0) return region.reshape
  return first ? [heading, withHeading(first, heading)] : heading
}

function headingStep(sheet: Sheet, region: Region, words: TableWords): Reshape | null {
  if (region.row_roles.some(({ role }) => role === 'group')) return { kind: 'subtitle', name_to: words.category }
  return findHeads(sheet, region, words)[0]?.step ?? null
}

/** The column that headings become names rows too. */
export function withHeading(step: Reshape, first: Reshape): Reshape {
  if ((first.kind !== 'subtitle' && first.kind !== 'heads') || !('id_columns' in step) || first.name_to === null)
    return step
  return { ...step, id_columns: [...new Set([first.name_to, ...step.id_columns])] }
}
