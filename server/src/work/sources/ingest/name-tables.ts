import { legalPart, MOST_NAME_CHARACTERS, nameKey, suffixedName } from '../../../core/artifacts/artifact.ts'
import type { Loader, StagedTable, Watch } from '../../../engine/loader/load-request.ts'
import { partsOfFilename } from '../source.ts'

/** A name as near to the wanted one as names may be: composed, seen, not the service's own, not too long, not empty. */
export function legalName(wanted: string, instead: string): string {
  const composed = legalPart(wanted.toWellFormed().normalize('NFC'))
    .replace(/^(?:__[sS][vV][cC]_)+/, '')
    .trim()
  return [...composed].slice(0, MOST_NAME_CHARACTERS).join('').trim() || instead
}

/** Names for the columns of a table, each its own: the second `金額` is `金額_2`. */
export function columnNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>()
  return wanted.map((name, n) => {
    const legal = legalName(name, `column_${n + 1}`)
    const free = firstFree(legal, (candidate) => taken.has(nameKey(candidate)))
    taken.add(nameKey(free))
    return free
  })
}

/** What tables made of a file are called: a single sheet as the file, several as themselves. */
export function tableNames(filename: string, sheets: readonly string[]): string[] {
  const { stem } = partsOfFilename(filename)
  return sheets.map((sheet) => legalName(sheets.length === 1 ? stem : sheet, 'table'))
}

/** The name itself, or the first of `<name>_2`, `<name>_3`… that is free. */
export function firstFree(name: string, isTaken: (name: string) => boolean): string {
  for (let n = 1, free = name; ; free = suffixedName(name, `_${++n}`)) if (!isTaken(free)) return free
}

/** Every sheet of a file as it is, under the name its table is to have. */
export async function stageSheets(loader: Loader, filename: string, watch?: Watch): Promise<StagedTable[]> {
  const staged = await loader.ask({ kind: 'stage-sheets' }, watch)
  const names = tableNames(
    filename,
    staged.map(({ sheet }) => sheet),
  )
  return staged.map((table, n) => ({ ...table, name: names[n] ?? table.name }))
}
