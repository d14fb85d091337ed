import type { Region, Reshape } from '../../parse-spec/parse-spec.ts'
import { languageOf } from '../names/language-of.ts'
import type { Language } from '../names/name-outputs.ts'
import type { Sheet } from '../sheet.ts'
import { stepsOf } from '../tables/reshape/apply-reshape.ts'
import { wordsIn } from '../tables/words.ts'
import { findColumn } from './operation.ts'
import { asReshape, namesRead, withNames } from './reshape-names.ts'

/** Steps that are given, in the names of the columns: where letters are meant they become names, and what is left out is filled in. */
export function completeReshape(
  { sheet, language }: { sheet: Sheet; language: Language | null },
  region: Region,
  reshape: Region['reshape'],
): Region['reshape'] {
  const [first, ...rest] = stepsOf({ reshape })
  if (!first) return null
  const names = new Map(
    namesRead(first).flatMap(([, meant]) => {
      const name = findColumn(region, meant)?.name
      return name === undefined || name === meant ? [] : [[meant, name] as const]
    }),
  )
  const words = wordsIn(languageOf(sheet, region, language))
  const named = stepsOf({ reshape: withNames(asReshape([first, ...rest]), names) })
  return asReshape(named.map((step, n) => (n === 0 ? completed(region, step, words) : step)))
}

function completed(region: Region, step: Reshape, words: ReturnType<typeof wordsIn>): Reshape {
  if (step.kind !== 'unpivot' && step.kind !== 'stack' && step.kind !== 'wide_to_long') return step
  const taken = new Set(namesRead(step).map(([, name]) => name))
  const others = region.columns.filter(({ include, name }) => include && !taken.has(name)).map(({ name }) => name)
  const id_columns = step.id_columns.length > 0 ? step.id_columns : others
  if (step.kind === 'wide_to_long') return { ...step, id_columns }
  const name_to = step.name_to || (region.period_axis ? words.period : words.category)
  return { ...step, id_columns, name_to, value_to: step.value_to || words.value }
}
