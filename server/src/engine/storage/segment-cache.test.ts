import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createSegmentCache } from '../../../test/segment-cache.ts'
import { createFolderBlobs } from '../../platform/blobs/blobs-folder.ts'
import { newId } from '../../platform/ids.ts'
import { type StoredSegment, segmentObjectName } from './segment.ts'

const root = mkdtempSync(join(tmpdir(), 'bindery-cache-'))
const blobs = createFolderBlobs(join(root, 'objects'))
const workbookId = newId()
let made = 0

afterAll(() => rmSync(root, { recursive: true }))

test('a segment is fetched once, for everybody who wants it at the same time and later', async () => {
  let gets = 0
  const get = (name: string) => {
    gets++
    return blobs.get(name)
  }
  const counting = { ...blobs, get }
  const cache = createSegmentCache({ blobs: counting, folder: newFolder(), budgetBytes: 10_000 })
  const { segment, bytes } = await storedSegment()
  const targets = Array.from({ length: 8 }, newFile)

  await Promise.all(targets.map((to) => cache.link(segment, to)))
  await cache.link(segment, newFile())

  expect(gets).toBe(1)
  for (const to of targets) expect(await readFile(to)).toEqual(bytes)
})

test('a segment that was kept when it was written is never fetched, and other bytes are not kept in its place', async () => {
  const fetched: string[] = []
  const get = (name: string) => {
    fetched.push(name)
    return blobs.get(name)
  }
  const cache = createSegmentCache({ blobs: { ...blobs, get }, folder: newFolder(), budgetBytes: 10_000 })
  const [written, other] = [await storedSegment(), await storedSegment()]
  const [path, to] = [newFile(), newFile()]
  await writeFile(path, written.bytes)

  await cache.keep(written.segment, path)
  await cache.keep(other.segment, path)
  await cache.link(written.segment, to)
  await cache.link(other.segment, newFile())

  expect(await readFile(to)).toEqual(written.bytes)
  expect(fetched).toEqual([segmentObjectName(workbookId, other.segment.segmentId)])
})

test('what was linked stays when the cache throws it away; the least recently used goes first', async () => {
  const folder = newFolder()
  const cache = createSegmentCache({ blobs, folder, budgetBytes: 2_500 })
  const [first, second, third] = [await storedSegment(), await storedSegment(), await storedSegment()]
  const to = newFile()

  await cache.link(second.segment, to)
  await cache.link(first.segment, newFile())
  await cache.link(third.segment, newFile())

  expect((await readdir(folder)).sort()).toEqual(
    [first, third].map(({ segment }) => `${segment.segmentId}.parquet`).sort(),
  )
  expect(await readFile(to)).toEqual(second.bytes)
})

test('a copy that was cleaned off the disk is fetched again, also after a restart', async () => {
  const folder = newFolder()
  const { segment, bytes } = await storedSegment()
  await createSegmentCache({ blobs, folder, budgetBytes: 10_000 }).link(segment, newFile())
  const cache = createSegmentCache({ blobs, folder, budgetBytes: 10_000 })
  rmSync(join(folder, `${segment.segmentId}.parquet`))
  const to = newFile()

  await cache.link(segment, to)

  expect(await readFile(to)).toEqual(bytes)
})

test('a damaged copy is noticed and fetched again', async () => {
  const folder = newFolder()
  const cache = createSegmentCache({ blobs, folder, budgetBytes: 10_000 })
  const { segment, bytes } = await storedSegment()
  await cache.link(segment, newFile())
  await writeFile(join(folder, `${segment.segmentId}.parquet`), randomBytes(1000))

  const isDamaged = await cache.discardDamaged([segment])

  const to = newFile()
  await cache.link(segment, to)
  expect(isDamaged).toBe(true)
  expect(await readFile(to)).toEqual(bytes)
  expect(await cache.discardDamaged([segment])).toBe(false)
})

test.each([
  ['missing', (name: string) => blobs.delete(name)],
  ['another', (name: string) => blobs.put(name, randomBytes(1000))],
])('an object that is %s in the store is an outage, never an empty table', async (_, harm) => {
  const folder = newFolder()
  const cache = createSegmentCache({ blobs, folder, budgetBytes: 10_000 })
  const { segment } = await storedSegment()
  await harm(segmentObjectName(workbookId, segment.segmentId))

  await expect(cache.link(segment, newFile())).rejects.toMatchObject({ kind: 'unavailable', code: 'unavailable' })

  expect(await readdir(folder)).toEqual([])
})

async function storedSegment(): Promise<{ segment: StoredSegment; bytes: Buffer }> {
  const bytes = randomBytes(1000)
  const segmentId = newId()
  await blobs.put(segmentObjectName(workbookId, segmentId), bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { segment: { workbookId, segmentId, rowLo: 1, rowHi: 2, rows: 2, bytes: bytes.length, sha256 }, bytes }
}

const newFolder = () => join(root, `cache-${made++}`)
const newFile = () => join(root, `file-${made++}`)
