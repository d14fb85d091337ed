import type { Region } from '../../parse-spec/parse-spec.ts'
import { type UnitedOutput, unitedOutputs } from '../../parse-spec/united-outputs.ts'
import type { MadeCell, MadeTable } from '../tables/made-table.ts'
import { alignColumns } from './align-columns.ts'

/** A table of one sheet of a file. */
export type TableOfSheet = { sheet: string; table: MadeTable }

const NOTHING: MadeCell = { text: null, from: null }

/** The tables of all sheets of a file; those that the spec unites are one, in the place of the first of them. */
export function uniteTables(regions: readonly Region[], tables: readonly TableOfSheet[]): MadeTable[] {
  const byName = new Map<string, { united: UnitedOutput; parts: { value: string; table: MadeTable }[] }>()
  const unitedIn = unitedOf(regions)
  const made = tables.flatMap(({ sheet, table }): (MadeTable | string)[] => {
    const united = unitedIn(sheet, table)
    if (!united) return [table]
    const { name } = united.output
    const part = { value: united.value, table }
    const known = byName.get(name)
    if (known) known.parts.push(part)
    else byName.set(name, { united, parts: [part] })
    return known ? [] : [name]
  })
  return made.flatMap((table) => {
    const union = typeof table === 'string' ? byName.get(table) : null
    if (union) return [unite(union.united, union.parts)]
    return typeof table === 'string' ? [] : [table]
  })
}

/** Notes of a sheet are of no single region. */
function unitedOf(regions: readonly Region[]) {
  const unitedIn = unitedOutputs(regions)
  return (sheet: string, { regionId, kind, name, level }: MadeTable): UnitedOutput | null => {
    const isIts = ({ region_id, sheet: its }: Region) => (regionId === null ? its === sheet : region_id === regionId)
    const region = regions.find((one) => isIts(one) && one.outputs.some((output) => output.name === name))
    return region ? unitedIn(region, { name, kind, ...(level === undefined ? {} : { level }) }) : null
  }
}

function unite(
  { ownerId, union, output }: UnitedOutput,
  parts: readonly { value: string; table: MadeTable }[],
): MadeTable {
  const aligned = alignColumns(
    parts.map(({ table: { columns, rows } }) =>
      columns.map(({ name, type }, n) => ({
        name,
        type,
        isEmpty: rows.every((row) => (row[n]?.text ?? null) === null),
      })),
    ),
  )
  const rows = parts.flatMap(({ value, table }, n) =>
    table.rows.map((row) => [
      { text: value, from: null },
      ...aligned.map(({ places }) => row[places[n] ?? -1] ?? NOTHING),
    ]),
  )
  const column = { name: union.column, type: 'VARCHAR', format: null }
  const columns = [column, ...aligned.map(({ name, type }) => ({ name, type, format: null }))]
  return { ...output, regionId: output.kind === 'notes' ? null : ownerId, columns, rows }
}
