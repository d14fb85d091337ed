import type { Output, Region, Union } from '../../parse-spec/parse-spec.ts'
import { languageOf } from '../names/language-of.ts'
import type { Operation } from './operation.ts'
import { OperationRefused } from './operation.ts'
import { openTable } from './read-tables.ts'
import { type OnSheet, openRegion, type Reading, withRegion } from './reading.ts'
import { baseNameOf } from './table-names.ts'

const COLUMN = { ja: 'シート', en: 'sheet' } as const

/** One table of the tables of several regions, with a column that says which one a row is from. */
export function uniteTables(reading: Reading, operation: Operation & { op: 'unite_tables' }, on: OnSheet): Reading {
  const ids = [...new Set(operation.regions)]
  const parts = ids.map((id) => openRegion(reading, id, 'regions'))
  const tables = reading.regions.filter(({ kind }) => kind === 'data')
  const [first] = parts
  if (!first || parts.length < 2 || parts.some(({ kind }) => kind !== 'data'))
    throw new OperationRefused(
      'regions',
      'no_table',
      'must name two tables or more',
      tables.map(({ region_id }) => region_id),
    )
  const column = operation.column ?? freeColumn(parts, COLUMN[languageOf(on.sheet, first, on.language)])
  const isTaken = parts.some(({ columns }) => columns.some((one) => one.include && one.name === column))
  if (isTaken) throw new OperationRefused('column', 'duplicate', `${column} is the name of another column`)
  const name = operation.name ?? baseNameOf(first) ?? first.sheet
  const left = separated(reading, ids)
  const taken = namesTaken(left.regions, ids)
  if (operation.name !== undefined && taken.has(name))
    throw new OperationRefused('name', 'duplicate', `${name} is the name of another table`)
  const union: Union = {
    outputs: unitedOutputs(parts, freeName(name, taken)),
    column,
    parts: parts.map((part) => ({ region_id: part.region_id, value: valueOfPart(part, parts) })),
    evidence: ['corrected'],
  }
  return asked(withUnion(left, first, union), first.region_id, on)
}

/** Each region that goes into one table with others makes its own again. */
export function separateTables(reading: Reading, { region }: Operation & { op: 'separate_tables' }): Reading {
  const united = reading.regions.find(({ union }) => union?.parts.some(({ region_id }) => region_id === region))
  if (!united?.union) {
    openRegion(reading, region)
    throw new OperationRefused(
      'region',
      'not_united',
      `${region} is one table with no other`,
      reading.regions.flatMap(({ union }) => union?.parts.map(({ region_id }) => region_id) ?? []),
    )
  }
  return withUnion(reading, united, null)
}

const withUnion = (reading: Reading, region: Region, union: Union | null): Reading => {
  const isAsked = region.question?.code === 'union'
  const answered = isAsked ? { needs_review: false, question: null } : {}
  return { ...reading, regions: withRegion(reading.regions, { ...region, ...answered, union }) }
}

/** The region counts as corrected. */
function asked(reading: Reading, id: string, on: OnSheet): Reading {
  return { ...reading, regions: withRegion(reading.regions, openTable(reading, id, on)) }
}

/** The regions without the unions that these are part of. */
const separated = (reading: Reading, ids: readonly string[]): Reading => ({
  ...reading,
  regions: reading.regions.map((region) =>
    region.union?.parts.some(({ region_id }) => ids.includes(region_id)) ? { ...region, union: null } : region,
  ),
})

function unitedOutputs(parts: readonly Region[], name: string): Output[] {
  const outputs = new Map<string, Output>()
  for (const part of parts)
    for (const output of part.outputs) {
      const base = baseNameOf(part) ?? output.name
      outputs.set(`${output.kind} ${output.level}`, { ...output, name: `${name}${output.name.slice(base.length)}` })
    }
  return [...outputs.values()]
}

const namesTaken = (regions: readonly Region[], ids: readonly string[]) =>
  new Set(
    regions.flatMap(({ region_id, outputs, union }) => [
      ...(ids.includes(region_id) ? [] : outputs.map(({ name }) => name)),
      ...(union?.outputs ?? []).map(({ name }) => name),
    ]),
  )

function freeName(name: string, taken: ReadonlySet<string>): string {
  let found = name
  for (let n = 2; taken.has(found); n++) found = `${name}_${n}`
  return found
}

function freeColumn(parts: readonly Region[], wanted: string): string {
  const taken = new Set(parts.flatMap(({ columns }) => columns.map(({ name }) => name)))
  return freeName(wanted, taken)
}

/** What tells the rows of a part from the others: its sheet, or on the same sheet its title. */
function valueOfPart(part: Region, parts: readonly Region[]): string {
  const isAlone = parts.filter(({ sheet }) => sheet === part.sheet).length === 1
  return isAlone ? part.sheet : (part.title ?? part.region_id)
}
