import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { analyzeFile, type ReadByLoader, type StagedRows, stageTables } from '../lib/read-by-loader.ts'
import { type Book, bytesOfBook } from './book.ts'
import { difference } from './difference.ts'

/** `right`: the table is what it should be, or the sheets stayed apart as they should. `united`: sheets that became one. */
export type Verdict = { isRight: boolean; isUnited: boolean; isAsked: boolean; why: string }

export type ChangeSpec = (spec: ParseSpec) => ParseSpec

/** The tables that a loader makes of a workbook, judged by what it was made from. */
export async function judgeBook(read: ReadByLoader, book: Book, change: ChangeSpec = (spec) => spec): Promise<Verdict> {
  const { spec, tables } = await read({ bytes: bytesOfBook(book), name: book.filename }, async (loader) => {
    const spec = change(await analyzeFile(loader, book.filename))
    return { spec, tables: await stageTables(loader, spec) }
  })
  const united = tables.filter(({ table }) => (table.union?.parts.length ?? 0) > 1)
  const isAsked = spec.regions.some(({ question }) => question?.code === 'union')
  const verdict = { isUnited: united.length > 0, isAsked }
  if (!book.union) return { ...verdict, isRight: united.length === 0, why: united.map(sheetsOf).join('; ') }
  const data = united.filter(({ table: { output } }) => output !== 'notes' && output !== 'computed')
  const why = data.length === 1 && data[0] ? difference(book.union, data[0]) : `${data.length} united tables`
  return { ...verdict, isRight: why === '', why }
}

const sheetsOf = ({ table }: StagedRows) => table.union?.parts.map(({ sheet }) => sheet).join(', ') ?? ''
