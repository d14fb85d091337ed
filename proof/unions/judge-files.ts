import { sharedTables } from '../../server/src/work/sources/templates/shared-tables.ts'
import { type FileToUnite, type UnitedFile, unitedFiles } from '../../server/src/work/sources/unite/united-files.ts'
import { analyzeFile, type FileToRead, type ReadByLoader, type StagedRows, stageTables } from '../lib/read-by-loader.ts'
import { type Book, type BookSheet, bytesOfBook } from './book.ts'
import { difference } from './difference.ts'
import type { Verdict } from './judge-book.ts'

type ReadFile = FileToUnite & { file: FileToRead }

/** The same workbook sent as files of one upload, each with one of its sheets: those of one table, or all that are apart. */
export async function judgeFiles(read: ReadByLoader, book: Book): Promise<Verdict> {
  const parts = new Set(book.union?.map(({ sheet }) => sheet))
  const sheets = book.sheets.filter(({ name }) => !book.union || parts.has(name))
  const files: ReadFile[] = []
  for (const [n, sheet] of sheets.entries()) files.push(...(await fileOf(read, sheet, String(n))))
  const found = unitedFiles(files, () => 'union', 'all')
  const united = found.filter(({ isUnited }) => isUnited)
  const isAsked = found.length > united.length
  const verdict = { isUnited: united.length > 0, isAsked }
  if (!book.union) return { ...verdict, isRight: !verdict.isUnited, why: united.map(({ id }) => id).join(', ') }
  if (united.length !== sheets.length)
    return { ...verdict, isRight: false, why: `${united.length} of ${sheets.length} files are one table` }
  const table = await tableOf(read, files, united)
  const why = table ? difference(book.union, table) : 'no table'
  return { ...verdict, isRight: why === '', why }
}

async function fileOf(read: ReadByLoader, sheet: BookSheet, id: string): Promise<ReadFile[]> {
  const name = `${sheet.name}.xlsx`
  const book = { kind: '', filename: name, sheets: [{ ...sheet, name: 'Sheet1' }], union: null }
  const file = { bytes: bytesOfBook(book), name }
  return read(file, async (loader) => {
    const spec = await analyzeFile(loader, name)
    const sketch = await loader.ask({ kind: 'sketch', spec })
    return sketch ? [{ id, name, spec, sketch, file }] : []
  })
}

/** The rows of all files under the columns that they agreed on, each file staged by the spec that it got. */
async function tableOf(
  read: ReadByLoader,
  files: readonly ReadFile[],
  united: readonly UnitedFile[],
): Promise<StagedRows | null> {
  const parts: StagedRows[] = []
  for (const { id, spec } of united) {
    const file = files.find((one) => one.id === id)?.file
    const shared = sharedTables(spec)
    const columns = spec.regions.find(({ union }) => union)?.union?.files?.columns
    if (!file || !shared || !columns) return null
    const staged = await read(file, (loader) => stageTables(loader, spec, shared.types))
    const part = staged.find(({ table }) => table.union && table.output !== 'notes')
    if (!part) return null
    const places = columns.map(({ name }) => part.table.columns.findIndex((own) => shared.nameOf(own.name) === name))
    const rows = part.rows.map((row) => places.map((place) => row[place] ?? null))
    const table = { ...part.table, columns: columns.map((column) => ({ ...column, format: null })) }
    parts.push({ table, rows })
  }
  const [first] = parts
  return first ? { table: first.table, rows: parts.flatMap(({ rows }) => rows) } : null
}
