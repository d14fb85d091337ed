import type { Reshape } from '../../../parse-spec/parse-spec.ts'
import { languageOfWords } from '../../names/language-of.ts'
import type { MadeCell } from '../made-table.ts'
import { NO_HEADINGS, NOTHING, placesKept, plainColumn, type Relation, type RelationColumn } from '../relation.ts'
import { spellLabel } from '../spell-value.ts'
import { typeOfAll } from './melt.ts'

type WideToLong = Extract<Reshape, { kind: 'wide_to_long' }>

/** One row for each repetition of a group of columns. */
export function wideToLong(relation: Relation, step: WideToLong): Relation {
  const { columns, rows } = relation
  const ids = placesKept(columns, step.id_columns)
  const places = new Map(columns.map(({ name }, place) => [name, place]))
  const groups = step.groups.map(({ columns: names }) => names.map((name) => places.get(name) ?? -1))
  const rounds = Math.max(0, ...groups.map((places) => places.length))
  // Without a column that identifies rows, the repetitions that stood side by side could not be found again.
  const needsNumber = needsRowNumber(ids, step)
  const roundOf = (row: Relation['rows'][number], number: number, round: number) => {
    const known = needsNumber ? [numberCell(number)] : ids.map((place) => row[place] ?? NOTHING)
    const values = groups.map((places) => row[places[round] ?? -1] ?? NOTHING)
    if (step.drop_empty && values.every(({ text }) => text === null)) return []
    return [[...known, ...(step.name_to === null ? [] : [labelOf(step, columns, groups, round)]), ...values]]
  }
  const inRounds = Array.from({ length: rounds }, (_, round) => round)
  // A list that goes on in blocks beside one another is read block by block.
  const long =
    step.name_to === null
      ? inRounds.flatMap((round) => rows.flatMap((row, number) => roundOf(row, number, round)))
      : rows.flatMap((row, number) => inRounds.flatMap((round) => roundOf(row, number, round)))
  return { columns: columnsOf(columns, ids, step, groups), rows: long, headings: NO_HEADINGS }
}

function columnsOf(
  columns: readonly RelationColumn[],
  ids: readonly number[],
  step: WideToLong,
  places: readonly (readonly number[])[],
): RelationColumn[] {
  const { groups, name_to } = step
  return [
    ...(needsRowNumber(ids, step)
      ? [{ ...plainColumn(numberName(columns)), type: 'BIGINT' }]
      : ids.flatMap((place) => columns[place] ?? [])),
    ...(name_to === null ? [] : [plainColumn(name_to)]),
    ...groups.map(({ name }, n) => ({
      ...plainColumn(name),
      type: typeOfAll((places[n] ?? []).flatMap((place) => columns[place] ?? [])),
    })),
  ]
}

/** Blocks that nothing tells apart are parts of one list, and their rows have nothing to do with each other. */
const needsRowNumber = (ids: readonly number[], { name_to }: WideToLong) => ids.length === 0 && name_to !== null

const numberName = (columns: readonly RelationColumn[]) =>
  languageOfWords(columns.map(({ name }) => name)) === 'ja' ? '行番号' : 'row_number'

const numberCell = (number: number): MadeCell => ({ text: String(number), from: null })

function labelOf(
  { labels }: WideToLong,
  columns: readonly RelationColumn[],
  groups: readonly (readonly number[])[],
  round: number,
): MadeCell {
  const text = labels?.[round]
  if (text === undefined) return numberCell(round + 1)
  const path = columns[groups[0]?.[round] ?? -1]?.path ?? []
  // The cell that says it: below it stands what the groups are called.
  return {
    text,
    from: path.find((cell) => spellLabel(cell) === text) ?? path.find((cell) => cell.text.includes(text)) ?? null,
  }
}
