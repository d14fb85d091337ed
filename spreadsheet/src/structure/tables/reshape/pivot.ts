import type { Reshape } from '../../../parse-spec/parse-spec.ts'
import type { MadeCell } from '../made-table.ts'
import { NO_HEADINGS, NOTHING, placesOf, plainColumn, type Relation, type RelationRow } from '../relation.ts'

/** `Name: value`, all in one field. */
export const NAMED_VALUE = /^([^:]{1,40}):\s?([\s\S]*)$/

type Pivot = Extract<Reshape, { kind: 'pivot' }>

/** Rows that are name and value become fields; a new row begins where the first name comes again. */
export function pivot({ columns, rows }: Relation, step: Pivot): Relation {
  const [nameAt = 0] = placesOf(columns, [step.name_column])
  const [valueAt = 0] = placesOf(columns, [step.value_column])
  const pairs = rows.map((row) =>
    nameAt === valueAt ? takeApart(row[nameAt]) : { name: row[nameAt]?.text ?? '', value: row[valueAt] ?? NOTHING },
  )
  const names = [...new Set(pairs.map(({ name }) => name))].filter((name) => name !== '')
  const rounds: Map<string, MadeCell>[] = []
  for (const { name, value } of pairs) {
    if (name === '') continue
    let round = rounds.at(-1)
    if (!round || round.has(name)) {
      round = new Map()
      rounds.push(round)
    }
    round.set(name, value)
  }
  const records = rounds.map((round): RelationRow => names.map((name) => round.get(name) ?? NOTHING))
  return { columns: names.map(plainColumn), rows: records, headings: NO_HEADINGS }
}

function takeApart(cell: MadeCell | undefined): { name: string; value: MadeCell } {
  const [, name = '', value = ''] = NAMED_VALUE.exec(cell?.text ?? '') ?? []
  return { name: name.trim(), value: { text: value.trim() === '' ? null : value.trim(), from: cell?.from ?? null } }
}
