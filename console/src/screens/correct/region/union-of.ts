import type { Wire } from '@bindery-data/sdk'

type Region = Wire.Region
type Union = NonNullable<Region['union']>

/** The union that some regions of a sheet are parts of, and the region it stands in. */
export type UnionOfSheet = { owner: Region; union: Union; partsAre: 'files' | 'sheets' | 'blocks' }

export function unionsOf(all: readonly Region[], here: readonly Region[]): UnionOfSheet[] {
  const ids = new Set(here.map(({ region_id }) => region_id))
  return all.flatMap((owner) =>
    owner.union?.parts.some(({ region_id }) => ids.has(region_id))
      ? [{ owner, union: owner.union, partsAre: partsOf(all, owner.union) }]
      : [],
  )
}

function partsOf(all: readonly Region[], { parts, files }: Union): UnionOfSheet['partsAre'] {
  if (files) return 'files'
  const ids = new Set(parts.map(({ region_id }) => region_id))
  const sheets = new Set(all.flatMap(({ region_id, sheet }) => (ids.has(region_id) ? [sheet] : [])))
  return sheets.size === 1 && ids.size > 1 ? 'blocks' : 'sheets'
}

/** The tables that regions of a sheet become, alone or with others. */
export function tableNames(all: readonly Region[], here: readonly Region[]): Set<string> {
  const unions = unionsOf(all, here)
  const isUnited = (id: string, kind: string, level: number | undefined) =>
    unions.some(
      ({ union: { parts, outputs } }) =>
        (kind === 'notes' || parts.some(({ region_id }) => region_id === id)) &&
        outputs.some((output) => output.kind === kind && output.level === level),
    )
  const own = here.flatMap(({ region_id, outputs }) =>
    outputs.filter(({ kind, level }) => !isUnited(region_id, kind, level)),
  )
  return new Set([...own, ...unions.flatMap(({ union }) => union.outputs)].map(({ name }) => name))
}
