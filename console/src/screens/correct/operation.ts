import type { Wire } from '@bindery-data/sdk'
import { stepsOf } from './region/steps.ts'

/** One gesture of a user, as the service takes it. */
export type Operation = Wire.Operations['patchParseSpec']['body']['operations'][number]
export type OnOperations = (...operations: readonly Operation[]) => void

type Region = Wire.Region

/** The spec with what an operation says, and nothing of what follows from it: that the service answers. */
export function shownWith<S extends Pick<Wire.ParseSpec, 'regions'>>(spec: S, operation: Operation): S {
  const regions = spec.regions.map((region) =>
    region.region_id === operation.region ? regionWith(region, operation) : region,
  )
  return { ...spec, regions }
}

const KIND_SAID = { table: 'data', form: 'keyvalue', note: 'note', ignore: 'ignore' } as const

function regionWith(region: Region, operation: Operation): Region {
  const { op, rows = [], range, role, type, on = true, column } = operation
  switch (op) {
    case 'set_kind':
      return operation.kind ? { ...region, kind: KIND_SAID[operation.kind] } : region
    case 'set_box':
      return range ? { ...region, range } : region
    case 'set_header_rows':
      return { ...region, header_rows: rows }
    case 'set_role':
      return withRoles(region, rows, role)
    case 'set_type':
      return type ? withColumn(region, column, { type }) : region
    case 'include':
      return withColumn(region, column, { include: on })
    case 'fill_down':
      return filled(region, column, on)
    case 'answer':
      return { ...region, needs_review: false, question: null }
    case 'separate_tables':
      return { ...region, union: null }
    default:
      return region
  }
}

/** Columns are meant by their letters on the sheet. */
const withColumn = (
  region: Region,
  letters: string | undefined,
  change: Partial<Region['columns'][number]>,
): Region => ({
  ...region,
  columns: region.columns.map((one) => (one.source_column === letters ? { ...one, ...change } : one)),
})

function withRoles(region: Region, rows: readonly number[], role: Operation['role']): Region {
  const others = region.row_roles
    .map((one) => ({ ...one, rows: one.rows.filter((row) => !rows.includes(row)) }))
    .filter((one) => one.rows.length > 0)
  const known = asRowRole(role)
  const header_rows = region.header_rows.filter((row) => !rows.includes(row))
  return { ...region, header_rows, row_roles: known ? [...others, { rows: [...rows], role: known }] : others }
}

// Safe: a role of rows was asked for.
const asRowRole = (role: Operation['role']) =>
  role === undefined || role === 'data' ? null : (role as Region['row_roles'][number]['role'])

function filled(region: Region, letters: string | undefined, isOn: boolean): Region {
  const name = region.columns.find(({ source_column }) => source_column === letters)?.name ?? ''
  const others = stepsOf(region).filter(({ kind }) => kind !== 'fill_down')
  const before = stepsOf(region).flatMap((step) => (step.kind === 'fill_down' ? step.columns : []))
  const columns = [...before.filter((one) => one !== name), ...(isOn ? [name] : [])]
  const steps = columns.length > 0 ? [{ kind: 'fill_down' as const, columns }, ...others] : others
  return { ...region, reshape: steps.length > 0 ? [...steps] : null }
}
