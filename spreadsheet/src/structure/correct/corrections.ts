import type { Correction, Region } from '../../parse-spec/parse-spec.ts'

/** The corrections of a region with one more: what says the same thing otherwise gives way to it. */
export function withCorrection(corrections: readonly Correction[], added: Correction): Correction[] {
  return [...corrections.flatMap((one) => withoutSame(one, added)), added]
}

function withoutSame(one: Correction, added: Correction): Correction[] {
  if (one.op !== added.op) return [one]
  if (one.op === 'set_role' && added.op === 'set_role') return withoutLines(one, added)
  if ('column' in one && 'column' in added) return one.column === added.column ? [] : [one]
  return []
}

type RoleCorrection = Extract<Correction, { op: 'set_role' }>

function withoutLines(one: RoleCorrection, added: RoleCorrection): RoleCorrection[] {
  if ('rows' in one && 'rows' in added) {
    const rows = one.rows.filter((row) => !added.rows.includes(row))
    return rows.length > 0 ? [{ ...one, rows }] : []
  }
  if ('columns' in one && 'columns' in added) {
    const columns = one.columns.filter((column) => !added.columns.includes(column))
    return columns.length > 0 ? [{ ...one, columns }] : []
  }
  return [one]
}

const KIND_SAID = {
  data: 'table',
  keyvalue: 'form',
  note: 'note',
  title: 'note',
  unit: 'note',
  ignore: 'ignore',
} as const

/** What was decided by hand where a region was changed as a whole: the operations that say the same. */
export function correctionsBetween(before: Region, after: Region): Correction[] {
  const found: Correction[] = []
  if (before.kind !== after.kind) found.push({ op: 'set_kind', kind: KIND_SAID[after.kind] })
  if (before.range !== after.range) found.push({ op: 'set_box', range: after.range })
  if (after.kind !== 'data') return found
  if (!isSame(before.header_rows, after.header_rows)) found.push({ op: 'set_header_rows', rows: after.header_rows })
  found.push(...roleChanges(before, after), ...columnChanges(before, after))
  if (!isSame(before.reshape, after.reshape)) found.push({ op: 'choose_reading', reshape: after.reshape })
  if (before.total_column !== after.total_column)
    found.push({ op: 'keep_totals', on: after.total_column !== undefined })
  const [one, other] = [before.outputs[0], after.outputs[0]]
  if (one && other && one.kind === other.kind && one.name !== other.name)
    found.push({ op: 'name_table', name: other.name })
  return found
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function roleChanges(before: Region, after: Region): Correction[] {
  const [known, now] = [rolesOf(before), rolesOf(after)]
  const changed = [...new Set([...known.keys(), ...now.keys()])].filter((row) => known.get(row) !== now.get(row))
  const byRole = Map.groupBy(
    changed.sort((one, other) => one - other),
    (row) => now.get(row) ?? 'data',
  )
  return [...byRole].map(([role, rows]) => ({ op: 'set_role', rows, role }))
}

const rolesOf = ({ row_roles }: Region) =>
  new Map(row_roles.flatMap(({ rows, role }) => rows.map((row) => [row, role] as const)))

function columnChanges(before: Region, after: Region): Correction[] {
  const known = new Map(before.columns.map((column) => [column.source_column, column]))
  return after.columns.flatMap((column): Correction[] => {
    const its = known.get(column.source_column)
    if (!its) return []
    const { source_column: letters, name, header, type, format, role, include } = column
    return [
      // A name that says what the header says follows the header.
      ...(its.name !== name && name !== header ? [{ op: 'rename', column: letters, name } as const] : []),
      ...(its.type !== type || its.format !== format
        ? [{ op: 'set_type', column: letters, type, format } as const]
        : []),
      ...(its.role !== role ? [{ op: 'set_role', columns: [letters], role } as const] : []),
      ...(its.include !== include ? [{ op: 'include', column: letters, on: include } as const] : []),
    ]
  })
}
