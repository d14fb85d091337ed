import type { Region, Reshape } from '../../parse-spec/parse-spec.ts'
import { columnIndex } from '../../xlsx/cell-reference.ts'
import type { Language } from '../names/name-outputs.ts'
import type { Sheet } from '../sheet.ts'
import { stepsOf } from '../tables/reshape/apply-reshape.ts'
import { type TableWords, wordsIn } from '../tables/words.ts'
import { findHeads } from './find-heads.ts'
import { nameOfHeadings } from './find-subtitle.ts'

/** How a region is reshaped when the names of groups, and of sums above their parts, are brought to their rows first. */
export function headedReshape(sheet: Sheet, region: Region, language: Language): Region['reshape'] {
  const heading = headingStep(sheet, region, wordsIn(language))
  const [first, ...more] = stepsOf(region)
  if (!heading || more.length > 0) return region.reshape
  return first ? [heading, withHeading(first, heading)] : heading
}

function headingStep(sheet: Sheet, region: Region, words: TableWords): Reshape | null {
  const groups = region.row_roles.filter(({ role }) => role === 'group').flatMap(({ rows }) => rows)
  if (groups.length > 0) return { kind: 'subtitle', name_to: nameOfGroups(sheet, region, groups) ?? words.category }
  return findHeads(sheet, region, words)[0]?.step ?? null
}

function nameOfGroups(sheet: Sheet, region: Region, groups: readonly number[]): string | null {
  const places = region.columns.map(({ source_column }) => columnIndex(source_column))
  return nameOfHeadings(groups.map((row) => places.map((column) => sheet.cellAt(row - 1, column) ?? null)))
}

/** The column that headings become names rows too. */
export function withHeading(step: Reshape, first: Reshape): Reshape {
  if ((first.kind !== 'subtitle' && first.kind !== 'heads') || !('id_columns' in step) || first.name_to === null)
    return step
  return { ...step, id_columns: [...new Set([first.name_to, ...step.id_columns])] }
}
