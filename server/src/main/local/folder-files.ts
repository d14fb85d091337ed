import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** A spreadsheet in the folder. `path`: below the folder, with slashes on every system. */
export type FolderFile = { path: string; sizeBytes: number; changedMs: number }

export type FolderListing = { files: FolderFile[]; isCut: boolean }

/** Lock files of Excel (`~$`) and LibreOffice (`.~lock`) and hidden files are none. */
const SPREADSHEET = /^[^.~].*\.(?:xlsx|xlsm|xlsb|xls|ods|csv|tsv)$/i
const PASSED_OVER = /^(?:\.|node_modules$|__pycache__$)/
const MOST_FILES = 1_000
const MOST_DEPTH = 8

export const isSpreadsheet = (name: string) => SPREADSHEET.test(name)

/** Is it the folder, or below it? Both are absolute. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || /^(?:[A-Za-z]:|[\\/])/.test(way))
}

/** Spreadsheets of a folder and the folders below it. What a link leads to is read only where that lies in the folder itself. */
export async function listFolder(folder: string, passedOver: readonly string[] = []): Promise<FolderListing> {
  const files: FolderFile[] = []
  const look = async (at: string, depth: number): Promise<void> => {
    for (const entry of await entriesOf(at)) {
      if (files.length > MOST_FILES) return
      const path = join(at, entry.name)
      if (passedOver.includes(path)) continue
      if (entry.isDirectory() && depth < MOST_DEPTH && !PASSED_OVER.test(entry.name)) await look(path, depth + 1)
      else if (isSpreadsheet(entry.name)) {
        const found = await spreadsheetAt(folder, path, entry)
        if (found) files.push(found)
      }
    }
  }
  await look(folder, 0)
  return { files: files.slice(0, MOST_FILES), isCut: files.length > MOST_FILES }
}

/** A folder that cannot be read, or is gone meanwhile, holds nothing. */
async function entriesOf(at: string): Promise<Dirent[]> {
  const entries = await readdir(at, { withFileTypes: true }).catch(() => [])
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function spreadsheetAt(folder: string, path: string, entry: Dirent): Promise<FolderFile | undefined> {
  try {
    if (entry.isSymbolicLink() && !isInside(folder, await realpath(path))) return undefined
    const found = await stat(path)
    if (!found.isFile()) return undefined
    return { path: relative(folder, path).split(sep).join('/'), sizeBytes: found.size, changedMs: found.mtimeMs }
  } catch {
    return undefined
  }
}
