import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { read, utils, type WorkBook } from '@e965/xlsx'
import { bytesOf } from '../../spreadsheet/src/byte-source.ts'
import { FileRefused } from '../../spreadsheet/src/errors.ts'
import { packedEntry } from '../../spreadsheet/src/write/edit/packed-entry.ts'
import type { CellEdit } from '../../spreadsheet/src/write/edit/xlsx-edits.ts'
import { editXlsx } from '../../spreadsheet/src/write/edit-xlsx.ts'
import { readZipDirectory } from '../../spreadsheet/src/zip/zip-directory.ts'
import type { Figures } from '../proof.ts'

const PEERS = fileURLToPath(new URL('../../scripts/spreadsheet-peers', import.meta.url))
const NEW_TEXT = 'edited <売上>'
const NEW_PROPERTY = { svc_branch_id: 'br_1' }
/** What an edit of a sheet and a property may touch. */
const MAY_CHANGE =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/custom\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/calcChain\.xml)$/i

/** Edits the first cell of files that other programs made, and looks whether anything else has changed. */
export async function editSamples(say: (line: string) => void): Promise<Figures> {
  const folder = execFileSync(PEERS, ['samples'], { encoding: 'utf8' }).trim()
  const counts = { edited_files: 0, parts_kept: 0, spoiled: 0 }
  for (const name of globSync('**/*.xls[xm]', { cwd: folder }).sort()) {
    const file = readFileSync(join(folder, name))
    const edited = await editedOrNull(file)
    if (!edited) continue
    const { kept, touched } = compareParts(file, edited.file)
    const problems = [...touched, ...compareCells(readBook(file), readBook(edited.file), edited)]
    counts.edited_files++
    counts.parts_kept += kept
    if (problems.length === 0) continue
    counts.spoiled++
    say(`${name}: ${problems.slice(0, 3).join(', ')}`)
  }
  return counts
}

type Edited = { file: Buffer; sheet: string; address: string }

const readBook = (file: Buffer) => read(file, { cellNF: true, UTC: true })

/** Null for files that hold no cells, and for those that are refused as broken. */
async function editedOrNull(file: Buffer): Promise<Edited | null> {
  try {
    readZipDirectory(bytesOf(file))
    const { SheetNames, Sheets } = readBook(file)
    const sheet = SheetNames.find((name) => Object.keys(Sheets[name] ?? {}).some((key) => !key.startsWith('!')))
    const address = Object.keys(Sheets[sheet ?? ''] ?? {}).find((key) => !key.startsWith('!'))
    if (sheet === undefined || address === undefined) return null
    const { r: row, c: column } = utils.decode_cell(address)
    const cells: CellEdit[] = [{ row, column, cell: { kind: 'text', value: NEW_TEXT } }]
    const edits = { sheets: [{ sheet, cells }], properties: NEW_PROPERTY }
    return { file: await buffer(editXlsx(bytesOf(file), edits)), sheet, address }
  } catch (error) {
    if (error instanceof FileRefused) return null
    throw error
  }
}

function compareParts(before: Buffer, after: Buffer): { kept: number; touched: string[] } {
  const [old, now] = [packedParts(before), packedParts(after)]
  const names = [...new Set([...old.keys(), ...now.keys()])]
  const changed = names.filter((name) => old.get(name) !== now.get(name) && !MAY_CHANGE.test(name))
  // One of them is the sheet.
  return { kept: names.length - changed.length, touched: changed.length > 1 ? changed : [] }
}

function packedParts(file: Buffer): Map<string, string> {
  const bytes = bytesOf(file)
  const entries = [...readZipDirectory(bytes).values()]
  return new Map(
    entries.map((entry) => [entry.name, Buffer.concat([...packedEntry(bytes, entry).bytes()]).toString('latin1')]),
  )
}

function compareCells(before: WorkBook, after: WorkBook, { sheet, address }: Edited): string[] {
  const problems: string[] = []
  if (after.Sheets[sheet]?.[address]?.v !== NEW_TEXT) problems.push(`${sheet}!${address} is not edited`)
  if (!JSON.stringify(after.Custprops ?? {}).includes(NEW_PROPERTY.svc_branch_id))
    problems.push('the property is missing')
  for (const name of before.SheetNames) {
    for (const [place, cell] of Object.entries(before.Sheets[name] ?? {})) {
      if (place.startsWith('!') || (name === sheet && place === address)) continue
      if (report(cell) !== report(after.Sheets[name]?.[place])) problems.push(`${name}!${place} has changed`)
    }
  }
  return problems
}

const report = (cell: { t?: unknown; v?: unknown; f?: unknown; z?: unknown } | undefined) =>
  JSON.stringify([cell?.t, cell?.v, cell?.f, cell?.z])
