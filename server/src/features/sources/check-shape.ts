import type { Region, Reshape } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'
import { boxOf } from './region-box.ts'

export type Loc = (string | number)[]
export type Fault = { loc: Loc; code: string; message: string }
type At = (...loc: Loc) => Loc

/** What of a region's roles, periods, reshaping and hierarchy speaks of rows and columns that it does not have. */
export function shapeFaults(region: Region, at: At): Fault[] {
  return [...rowFaults(region, at), ...periodFaults(region, at), ...reshapeFaults(region, at)]
}

function rowFaults({ range, row_roles, hierarchy }: Region, at: At): Fault[] {
  const { top, bottom } = boxOf(range)
  const isOutside = (row: number) => row - 1 < top || row - 1 > bottom
  const fault = (loc: Loc): Fault => ({ loc, code: 'range', message: 'lies outside the region' })
  const roles = row_roles.flatMap(({ rows }, n) => {
    const place = rows.findIndex(isOutside)
    return place < 0 ? [] : [fault(at('row_roles', n, 'rows', place))]
  })
  const parents = (hierarchy?.parents ?? []).flatMap((pair, n) =>
    pair.some(isOutside) ? [fault(at('hierarchy', 'parents', n))] : [],
  )
  return [...roles, ...parents]
}

function periodFaults({ period_axis: axis }: Region, at: At): Fault[] {
  if (!axis) return []
  const count = axis.columns.length
  return (['labels', 'normalized'] as const)
    .filter((member) => axis[member].length !== count)
    .map((member) => ({ loc: at('period_axis', member), code: 'length', message: `must have ${count} items` }))
}

/** The second of two steps speaks of columns that the first one makes. */
function reshapeFaults({ reshape, columns }: Region, at: At): Fault[] {
  const [first] = reshape === null ? [] : stepsOf(reshape)
  if (!first) return []
  const names = new Set(columns.map(({ name }) => name))
  return namesIn(first)
    .filter(([, name]) => !names.has(name))
    .map(([member, name]) => ({
      loc: at('reshape', member),
      code: 'unknown_column',
      message: `names ${name}, which is no column of the region`,
    }))
}

const stepsOf = (reshape: NonNullable<Region['reshape']>): readonly Reshape[] =>
  'kind' in reshape ? [reshape] : reshape

function namesIn(step: Reshape): (readonly [member: string, name: string])[] {
  const each = (member: string, names: readonly string[]) => names.map((name) => [member, name] as const)
  switch (step.kind) {
    case 'unpivot':
    case 'stack':
      return [...each('id_columns', step.id_columns), ...each('value_columns', step.value_columns)]
    case 'wide_to_long':
      return [...each('id_columns', step.id_columns), ...step.groups.flatMap(({ columns }) => each('groups', columns))]
    case 'pivot':
      return [['name_column', step.name_column], ['value_column', step.value_column]] // biome-ignore format: one line
    case 'fill_down':
      return each('columns', step.columns)
    case 'explode':
      return [['column', step.column]]
    case 'transpose':
    case 'subtitle':
      return []
  }
}
