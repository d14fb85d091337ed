import { distinctNames } from './distinct-names.ts'

/**
 * What the rows of a table that is turned are called as columns: by the text in the last column of labels, behind the groups it stands
 * in. A group is written once, beside the first of its rows. `corner`: the name of the column that holds the headers; null: there is none.
 */
export function fieldNames(labels: readonly (readonly string[])[], corner: string | null): string[] {
  let above: readonly string[] = []
  const names = labels.map((texts) => {
    const own = texts.map((text, level) => text || (level < texts.length - 1 ? (above[level] ?? '') : ''))
    above = own
    return own.filter((text, level) => text !== '' && text !== own[level - 1]).join('_')
  })
  return distinctNames(corner === null ? names : [corner, ...names])
}
