import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { access, constants, copyFile, mkdir, open, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { assertBlobName, type Blobs, type PutBlob } from './blobs.ts'
import { measureBytes } from './measure-bytes.ts'

/** What a process was writing when it died is abandoned after this time. */
const LEFTOVER_MS = 24 * 60 * 60 * 1000

/** Customers' data: for the account of the service alone. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/** A path does not exist, or stands for something that cannot be an object. */
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])

/** Objects as files below a folder, which several processes may share. */
export function createFolderBlobs(folder: string): Blobs {
  const root = resolve(folder)
  // No name of an object starts with a dot, so nothing in here can be taken for one.
  const incoming = join(root, '.incoming')
  // Made once, here: a disk unmounted later must be an error, not an empty store.
  mkdirSync(incoming, { recursive: true, mode: FOLDER_MODE })
  removeLeftovers(incoming)

  const pathOf = (name: string) => {
    assertBlobName(name)
    return join(root, ...name.split('/'))
  }
  return {
    put: async (name, bytes) => {
      const path = pathOf(name)
      const draft = join(incoming, randomUUID())
      try {
        const put = await writeDurably(draft, bytes)
        await moveDurably(draft, path, root)
        return put
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    get: async (name) => unlessMissing(() => readFile(pathOf(name))),
    copyTo: async (name, path) =>
      (await unlessMissing(async () => {
        // Where the file system can, both share their bytes until one is changed.
        await copyFile(pathOf(name), path, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
        return true
      })) ?? false,
    size: async (name) => unlessMissing(() => fileSize(pathOf(name))),
    delete: async (name) => {
      const path = pathOf(name)
      await unlessMissing(async () => {
        await unlink(path)
        await syncFolder(dirname(path))
      })
    },
    addressToPut: null,
    reading: null,
    check: () => access(incoming, constants.R_OK | constants.W_OK | constants.X_OK),
    close: () => {},
  }
}

function removeLeftovers(incoming: string) {
  const oldest = Date.now() - LEFTOVER_MS
  for (const name of readdirSync(incoming)) {
    const path = join(incoming, name)
    // Another process may finish its file, and so move it away, while we look.
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && found.mtimeMs < oldest) rmSync(path, { force: true })
  }
}

async function writeDurably(path: string, bytes: Buffer | Readable): Promise<PutBlob> {
  const measured = measureBytes(bytes)
  const file = await open(path, 'wx', FILE_MODE)
  try {
    await file.writeFile(measured.chunks)
    await file.sync()
  } finally {
    await file.close()
  }
  return measured.measure()
}

async function moveDurably(from: string, to: string, root: string) {
  await mkdir(dirname(to), { recursive: true, mode: FOLDER_MODE })
  await rename(from, to)
  // Up to the top each time: a folder another writer has just made may not be on disk yet.
  for (let parent = dirname(to); parent !== root; parent = dirname(parent)) await syncFolder(parent)
  await syncFolder(root)
}

/** Makes the names in a folder durable, as `sync` of a file makes its bytes. */
async function syncFolder(path: string) {
  // Windows cannot open a folder and keeps its names in a journal of its own.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Opened before it is returned: the stream reads this content, even if it is replaced or deleted. */
async function readFile(path: string): Promise<Readable | undefined> {
  const file = await open(path, 'r')
  if ((await file.stat()).isFile()) return file.createReadStream()
  await file.close()
  return undefined
}

async function fileSize(path: string): Promise<number | undefined> {
  const found = await stat(path)
  return found.isFile() ? found.size : undefined
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && MISSING.has(String(error.code))) return undefined
    throw error
  }
}
