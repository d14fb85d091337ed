import { randomBytes } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ToolRefusal } from '@bindery-data/mcp/forward-stdio.ts'
import { BinderyProblem, type Client } from '@bindery-data/sdk'
import type { FolderState } from './follow-folder.ts'
import { placeForResult, placeOfOriginal, refused, type WritePlace, type WriteRules } from './write-place.ts'
import { hashOf, noteWritten } from './written-files.ts'

/** A source as it is now, or tables in a new file. */
export type SaveOptions = {
  workbook_id?: string | undefined
  source?: string | undefined
  tables?: string[] | undefined
  path?: string | undefined
  in_place?: boolean | undefined
  overwrite?: boolean | undefined
}

export type Saved = { path: string; size_bytes: number; sha256: string; replaced: boolean }

type Behind = { client: Client; rules: WriteRules; files: FolderState }

/** Writes a file to this machine, where its user allows it. */
export async function saveFile({ client, rules, files }: Behind, wish: SaveOptions): Promise<Saved> {
  const workbook = client.workbook(wish.workbook_id ?? files.workbookId ?? '')
  try {
    if (wish.source !== undefined && wish.tables === undefined) {
      const { source_id, filename } = await workbook.source(wish.source).read()
      const extension = extname(filename)
      const place = wish.in_place
        ? await placeOfOriginal(rules, originalOf(files, source_id))
        : await placeForResult(rules, { path: pathOf(wish), extension, isOverwriting: wish.overwrite === true })
      return await put(rules, place, (await workbook.source(source_id).download()).stream)
    }
    if (wish.source !== undefined || wish.in_place)
      throw refused(
        'invalid_request',
        'Tables go into a new file.',
        'Give source or tables, and in_place with source only.',
      )
    const path = pathOf(wish)
    const extension = extname(path).toLowerCase() === '.csv' ? '.csv' : '.xlsx'
    const place = await placeForResult(rules, { path, extension, isOverwriting: wish.overwrite === true })
    const format = extension === '.csv' ? 'csv' : 'xlsx'
    const file = await workbook.export({ ...(wish.tables ? { tables: wish.tables } : {}), format })
    return await put(rules, place, file.stream)
  } catch (error) {
    if (!(error instanceof BinderyProblem)) throw error
    const { code, title, detail, suggestedFix } = error
    throw new ToolRefusal({ code, title, detail, suggested_fix: suggestedFix ?? '' })
  }
}

function pathOf({ path }: SaveOptions): string {
  if (path) return path
  throw refused('invalid_request', 'There is no path.', 'Give path, relative to the folder that may be written to.')
}

/** Where several files have the same bytes, none of them is the one. */
function originalOf({ files }: FolderState, sourceId: string): string | undefined {
  const found = Object.entries(files).filter(([, file]) => file.sourceId === sourceId && !file.isGone)
  return found.length === 1 ? found[0]?.[0] : undefined
}

/** Written beside and then put there whole; a file that came meanwhile is not replaced. */
async function put({ state }: WriteRules, { path, isThere }: WritePlace, bytes: ReadableStream<Uint8Array>) {
  await mkdir(dirname(path), { recursive: true })
  const beside = join(dirname(path), `.bindery-${randomBytes(6).toString('hex')}`)
  try {
    const file = createWriteStream(beside, { flags: 'wx' })
    await pipeline(Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0]), file)
    const sha256 = await hashOf(beside)
    noteWritten(state, path, sha256)
    if (isThere) await rename(beside, path)
    else await copyFile(beside, path, constants.COPYFILE_EXCL)
    return { path, size_bytes: file.bytesWritten, sha256, replaced: isThere }
  } finally {
    await rm(beside, { force: true })
  }
}
