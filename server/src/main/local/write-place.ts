import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, extname, isAbsolute, join, resolve } from 'node:path'
import { ToolRefusal } from '@bindery-data/mcp/forward-stdio.ts'
import { isInside, isSpreadsheet } from './folder-files.ts'
import type { LocalPlace } from './state-folder.ts'
import { hashOf, isOurOwn } from './written-files.ts'

/** What the user who started this program allows. `writeTo`: a real path; null: nothing is written there. */
export type WriteRules = LocalPlace & { writeTo: string | null; isInPlaceAllowed: boolean }

/** `isThere`: a file is replaced. */
export type WritePlace = { path: string; isThere: boolean }

/**
 * Where a result may be written: below the folder of `--write-to`, under a name of its kind, and over no file but one that was
 * written here and left as it was.
 */
export async function placeForResult(
  rules: WriteRules,
  asked: { path: string; extension: string; isOverwriting: boolean },
): Promise<WritePlace> {
  const { writeTo, state } = rules
  if (writeTo === null) throw notAllowed('This server was started without --write-to, so that it writes no files.')
  const path = isAbsolute(asked.path) ? resolve(asked.path) : resolve(writeTo, asked.path)
  if (path === writeTo || !isInside(writeTo, path)) throw outside(asked.path, writeTo)
  // A folder on the way may be a link to another place.
  const at = join(await realWay(dirname(path)), basename(path))
  if (!isInside(writeTo, at)) throw outside(asked.path, writeTo)
  if (!isSpreadsheet(basename(at)) || extname(at).toLowerCase() !== asked.extension.toLowerCase())
    throw refused(
      'invalid_path',
      `The name of this file must end with ${asked.extension}.`,
      `Name it *${asked.extension}.`,
    )
  const found = await lstat(at).catch(() => undefined)
  if (!found) return { path: at, isThere: false }
  if (!found.isFile()) throw refused('invalid_path', `${at} is there, and is no file.`, 'Choose another path.')
  if (!isOurOwn(state, at, await hashOf(at)))
    throw refused('file_exists', `${at} is there, and was not written by this tool.`, 'Choose another name.')
  if (!asked.isOverwriting)
    throw refused('file_exists', `${at} is there already.`, 'Choose another name, or set overwrite.')
  return { path: at, isThere: true }
}

/** The original of a source: only with `--in-place`, and only where it still is in the folder, as a file of its own. */
export async function placeOfOriginal(rules: WriteRules, original: string | undefined): Promise<WritePlace> {
  if (!rules.isInPlaceAllowed)
    throw notAllowed('This server was started without --in-place, so that it changes no original.')
  if (original === undefined)
    throw refused('not_found', 'This source has no file in the folder.', 'Save it under a path, with --write-to.')
  const path = resolve(rules.folder, original)
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isFile() || !isInside(rules.folder, await realpath(path)))
    throw refused('not_found', `${original} is not there as a file of its own.`, 'Save it under another path.')
  return { path, isThere: true }
}

/** The real path of what of it is there, and the rest as it is named. */
async function realWay(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing || dirname(path) === path) throw error
    // A link that leads nowhere is there, too: nothing is made behind it.
    if (await lstat(path).catch(() => undefined))
      throw refused('invalid_path', `${path} leads nowhere.`, 'Choose another path.')
    return join(await realWay(dirname(path)), basename(path))
  }
}

export const refused = (code: string, detail: string, suggested_fix: string) =>
  new ToolRefusal({ code, title: 'The file was not written', detail, suggested_fix })

const notAllowed = (detail: string) =>
  refused('write_not_allowed', detail, 'Ask the user to start it with --write-to FOLDER, or with --in-place.')

const outside = (path: string, writeTo: string) =>
  refused('path_outside', `${path} lies outside ${writeTo}.`, 'Give a path relative to that folder.')
