import type { Region } from '../../parse-spec/parse-spec.ts'
import type { Language } from './name-outputs.ts'

/** What the column at a place is called that has no name: `列3`, `column_3`. */
export const unnamedColumn = (place: number, language: Language) =>
  language === 'en' ? `column_${place + 1}` : `列${place + 1}`

/** Calls columns without a name in the language of their table: it is known only after its header was read. */
export function withUnnamedColumns(region: Region, language: Language): Region {
  if (language === 'ja') return region
  const taken = new Set(region.columns.map(({ name }) => name))
  const columns = region.columns.map((column, place) => {
    const name = unnamedColumn(place, language)
    const isUnnamed = column.name === unnamedColumn(place, 'ja') && !column.header?.includes(column.name)
    return isUnnamed && !taken.has(name) ? { ...column, name } : column
  })
  return { ...region, columns }
}
