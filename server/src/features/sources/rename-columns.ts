import type { ParseSpec, Region, Reshape } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'

/** A reshape names columns in many places; each text in it that is an old name becomes the new one. */
export function withNames(reshape: Region['reshape'], names: ReadonlyMap<string, string>): Region['reshape'] {
  if (reshape === null || names.size === 0) return reshape
  const renamed = (key: string, value: unknown) =>
    typeof value === 'string' && key !== 'kind' ? (names.get(value) ?? value) : value
  // Safe: only names are replaced, by names; `kind` holds none.
  return JSON.parse(JSON.stringify(reshape), renamed) as Reshape
}

/** Whoever calls a column otherwise and leaves the reshaping of its region as it is means that column there, too. */
export function followNames(before: ParseSpec, sent: ParseSpec): ParseSpec {
  const regions = sent.regions.map((region) => {
    const known = before.regions.find(({ region_id }) => region_id === region.region_id)
    if (!known || JSON.stringify(known.reshape) !== JSON.stringify(region.reshape)) return region
    return { ...region, reshape: withNames(region.reshape, renamedSince(known, region)) }
  })
  return { ...sent, regions }
}

function renamedSince(known: Region, region: Region): Map<string, string> {
  const now = new Map(region.columns.map(({ source_column, name }) => [source_column, name]))
  return new Map(
    known.columns.flatMap(({ source_column, name }) => {
      const renamed = now.get(source_column)
      return renamed === undefined || renamed === name ? [] : [[name, renamed] as const]
    }),
  )
}
