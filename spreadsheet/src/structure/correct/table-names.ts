import type { Region } from '../../parse-spec/parse-spec.ts'
import type { Language } from '../names/name-outputs.ts'
import { asName, tableNumbered } from '../names/name-outputs.ts'

const OF_LEVEL = /_(?:階層\d+|level_\d+)(?:_(?:計算項目|computed))?$/u

/** What the tables of a region are called after: the name of its list, or what comes before `_level_1`. */
export function baseNameOf({ kind, outputs }: Region): string | null {
  const [first] = outputs
  if (kind !== 'data' || !first) return null
  return first.kind === 'level' ? first.name.replace(OF_LEVEL, '') : first.name
}

/** The name of a table that was none before. */
export function newTableName(region: Region, regions: readonly Region[], language: Language): string {
  const tables = regions.filter(({ kind, sheet }) => kind === 'data' && sheet === region.sheet)
  const place = tables.findIndex(({ region_id }) => region_id === region.region_id)
  const wanted =
    tables.length === 1 ? region.sheet : (asName(region.title) ?? tableNumbered(region.sheet, place + 1, language))
  const taken = new Set(
    regions.flatMap((other) => (other.region_id === region.region_id ? [] : other.outputs.map(({ name }) => name))),
  )
  let found = wanted
  for (let n = 2; taken.has(found); n++) found = `${wanted}_${n}`
  return found
}
