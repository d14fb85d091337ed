import type { Region, Reshape } from '../../parse-spec/parse-spec.ts'
import { stepsOf } from '../tables/reshape/apply-reshape.ts'

/** The names of columns that a step reads, each with the member it stands in. */
export function namesRead(step: Reshape): (readonly [member: string, name: string])[] {
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
    case 'join_lines':
      return step.columns.map(({ source }) => ['columns', source] as const)
    case 'transpose':
    case 'heads':
    case 'subtitle':
      return []
  }
}

/** The names of columns that a step makes. */
export function namesMade(step: Reshape): string[] {
  switch (step.kind) {
    case 'unpivot':
    case 'stack':
      return [...(step.names_to?.filter((name) => name !== null) ?? [step.name_to]), step.value_to]
    case 'wide_to_long':
      return [...step.groups.map(({ name }) => name), ...(step.name_to === null ? [] : [step.name_to])]
    case 'join_lines':
      return step.columns.map(({ name }) => name)
    case 'subtitle':
    case 'heads':
      return step.name_to === null ? [] : [step.name_to]
    default:
      return []
  }
}

/** A reshape names columns in many places; each text in it that is an old name becomes the new one. */
export function withNames(reshape: Region['reshape'], names: ReadonlyMap<string, string>): Region['reshape'] {
  if (reshape === null || names.size === 0) return reshape
  const renamed = (key: string, value: unknown) =>
    typeof value === 'string' && key !== 'kind' ? (names.get(value) ?? value) : value
  // Safe: only names are replaced, by names; `kind` holds none.
  return JSON.parse(JSON.stringify(reshape), renamed) as Region['reshape']
}

/** The names that columns had and have now, where they differ. */
export function renamedBetween(before: Region, after: Region): Map<string, string> {
  const now = new Map(after.columns.map(({ source_column, name }) => [source_column, name]))
  return new Map(
    before.columns.flatMap(({ source_column, name }) => {
      const renamed = now.get(source_column)
      return renamed === undefined || renamed === name ? [] : [[name, renamed] as const]
    }),
  )
}

/** The first name in a reading that no column of the region has; the second of two steps reads what the first makes. */
export function missingName({ columns }: Region, reshape: Region['reshape']): readonly [string, string] | null {
  const [first] = stepsOf({ reshape })
  const names = new Set(columns.map(({ name }) => name))
  return (first ? namesRead(first) : []).find(([, name]) => !names.has(name)) ?? null
}

/** As `reshape` of a region spells its steps. */
export const asReshape = (steps: readonly Reshape[]): Region['reshape'] =>
  steps.length > 1 ? steps : (steps[0] ?? null)
