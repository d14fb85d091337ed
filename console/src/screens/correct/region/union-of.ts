import type { Wire } from '@bindery-data/sdk'

type Region = Wire.Region
type Union = NonNullable<Region['union']>

/** The union that some regions of a sheet are parts of, and the region it stands in. */
export type UnionOfSheet = { owner: Region; union: Union }

export function unionsOf(all: readonly Region[], here: readonly Region[]): UnionOfSheet[] {
  const ids = new Set(here.map(({ region_id }) => region_id))
  return all.flatMap((owner) =>
    owner.union?.parts.some(({ region_id }) => ids.has(region_id)) ? [{ owner, union: owner.union }] : [],
  )
}

/** The tables that regions of a sheet become, alone or with others. */
export function tableNames(all: readonly Region[], here: readonly Region[]): Set<string> {
  const unions = unionsOf(all, here)
  const isUnited = (kind: string, level: number | undefined) =>
    unions.some(({ union }) => union.outputs.some((output) => output.kind === kind && output.level === level))
  const own = here.flatMap(({ outputs }) => outputs.filter(({ kind, level }) => !isUnited(kind, level)))
  return new Set([...own, ...unions.flatMap(({ union }) => union.outputs)].map(({ name }) => name))
}
