import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Blobs } from './blobs.ts'
import { createFolderBlobs } from './blobs-folder.ts'
import { openBlobs } from './open-blobs.ts'

const MB = 1024 * 1024

describe.each([
  ['in a folder', async () => openBlobs({ kind: 'folder', folder: await newFolder() })],
  ['in S3', () => openBlobs({ kind: 's3', ...s3Location() })],
])('objects %s', (_, open) => {
  test.each([
    ['no bytes', Buffer.alloc(0)],
    ['a few bytes', Buffer.from('Grüße, 帳簿')],
    ['20 MB', randomBytes(20 * MB)],
  ])('%s come back as they were put, from a buffer and from a stream', async (_what, bytes) => {
    const { blobs, name } = await use(open())
    const expected = { sizeBytes: bytes.length, sha256: sha256(bytes) }

    expect(await blobs.put(`${name}/buffer`, bytes)).toEqual(expected)
    expect(await blobs.put(`${name}/stream`, inChunks(bytes))).toEqual(expected)

    for (const kind of ['buffer', 'stream']) {
      expect(sha256(await read(blobs, `${name}/${kind}`))).toBe(expected.sha256)
      expect(await blobs.size(`${name}/${kind}`)).toBe(bytes.length)
    }
  })

  test('an object is copied to a new file of this machine, and a missing one is reported', async () => {
    const { blobs, name } = await use(open())
    const bytes = randomBytes(100_000)
    await blobs.put(name, bytes)
    const path = join(await newFolder(), 'copy')

    const copied = [await blobs.copyTo(name, path), await blobs.copyTo(`${name}/none`, `${path}-none`)]

    expect(copied).toEqual([true, false])
    expect(sha256(await readFile(path))).toBe(sha256(bytes))
    await expect(blobs.copyTo(name, path)).rejects.toThrow()
  })

  test('a stream of text is stored as UTF-8', async () => {
    const { blobs, name } = await use(open())

    const put = await blobs.put(name, Readable.from(['帳', '簿']))

    expect(put).toEqual({ sizeBytes: 6, sha256: sha256(Buffer.from('帳簿')) })
    expect(String(await read(blobs, name))).toBe('帳簿')
  })

  test('an object is replaced whole: who reads meanwhile sees the one content or the other', async () => {
    const { blobs, name } = await use(open())
    const contents = [Buffer.alloc(9 * MB, 'a'), Buffer.alloc(2 * MB, 'b'), Buffer.alloc(10, 'c')]
    const known = new Set(contents.map(sha256))
    await blobs.put(name, Buffer.alloc(10, 'c'))
    let isWriting = true
    const seen: string[] = []

    const readers = [1, 2, 3].map(async () => {
      while (isWriting) seen.push(sha256(await read(blobs, name)))
    })
    const writers = contents.map(async (bytes) => {
      for (let n = 0; n < 8; n++) await blobs.put(name, n % 2 ? bytes : inChunks(bytes))
    })
    await Promise.all(writers).finally(() => {
      isWriting = false
    })
    await Promise.all(readers)

    expect(seen.filter((hash) => !known.has(hash))).toEqual([])
    expect(new Set(seen).size).toBeGreaterThan(1)
    expect(known).toContain(sha256(await read(blobs, name)))
  })

  test.each([
    ['fails', (bytes: Buffer) => failing(bytes, new Error('the sender is gone')), 'the sender is gone'],
    ['is cut', (bytes: Buffer) => failing(bytes, undefined), /premature close/i],
  ])('a stream that %s leaves the old content, however much came before', async (_what, stream, message) => {
    const { blobs, name } = await use(open())
    await blobs.put(name, Buffer.from('old'))

    for (const sizeBytes of [0, 10, 18 * MB]) {
      await expect(blobs.put(name, stream(Buffer.alloc(sizeBytes)))).rejects.toThrow(message)
      await expect(blobs.put(`${name}-new`, stream(Buffer.alloc(sizeBytes)))).rejects.toThrow(message)
    }

    expect(String(await read(blobs, name))).toBe('old')
    expect(await blobs.get(`${name}-new`)).toBeUndefined()
  })

  test('a stream that was read before is refused, not stored as nothing', async () => {
    const { blobs, name } = await use(open())
    const stream = Readable.from(['gone'])
    await buffer(stream)

    await expect(blobs.put(name, stream)).rejects.toThrow('already been read')
    expect(await blobs.size(name)).toBeUndefined()
  })

  test.each([
    '',
    '/etc/passwd',
    '../x',
    'a/../../x',
    'a//b',
    'a/',
    '.incoming/x',
    'a\\b',
    'a\0b',
    'a b',
    'x'.repeat(501),
  ])('the name %j is refused everywhere', async (name) => {
    const { blobs } = await use(open())

    for (const refused of [blobs.put(name, Buffer.from('x')), blobs.get(name), blobs.size(name), blobs.delete(name)]) {
      await expect(refused).rejects.toThrow('not a name of an object')
    }
  })

  test('what is not there has no content and no size, and may be deleted', async () => {
    const { blobs, name } = await use(open())
    await blobs.put(`${name}/a`, Buffer.from('x'))

    for (const missing of [`${name}/b`, name, `${name}/a/below`]) {
      expect(await blobs.get(missing)).toBeUndefined()
      expect(await blobs.size(missing)).toBeUndefined()
      await blobs.delete(missing)
    }
    expect(String(await read(blobs, `${name}/a`))).toBe('x')
  })

  test('a deleted object is gone, and deleting it again is fine', async () => {
    const { blobs, name } = await use(open())
    await blobs.put(name, Buffer.from('x'))

    await blobs.delete(name)
    await blobs.delete(name)

    expect(await blobs.get(name)).toBeUndefined()
    expect(await blobs.size(name)).toBeUndefined()
  })

  test('a store that is there passes its check', async () => {
    const { blobs } = await use(open())

    await blobs.check()
  })
})

describe('a folder', () => {
  test('holds nothing but whole objects, also after puts that failed', async () => {
    const folder = await newFolder()
    const blobs = createFolderBlobs(folder)

    await blobs.put('a/b', Buffer.from('x'))
    await expect(blobs.put('a/c', failing(Buffer.alloc(MB), new Error('gone')))).rejects.toThrow('gone')

    expect((await readdir(folder, { recursive: true })).sort()).toEqual(['.incoming', 'a', join('a', 'b')])
  })

  test('what a process left behind when it died is removed a day later', async () => {
    const folder = await newFolder()
    createFolderBlobs(folder)
    const incoming = join(folder, '.incoming')
    for (const name of ['dead', 'being-written']) await writeFile(join(incoming, name), 'x')
    await utimes(join(incoming, 'dead'), new Date(), new Date(Date.now() - 25 * 3600 * 1000))

    createFolderBlobs(folder)

    expect(await readdir(incoming)).toEqual(['being-written'])
  })

  test('that vanished is an error, not an empty store', async () => {
    const folder = await newFolder()
    const blobs = createFolderBlobs(folder)

    await rm(folder, { recursive: true })

    await expect(blobs.check()).rejects.toThrow('ENOENT')
    await expect(blobs.put('a', Buffer.from('x'))).rejects.toThrow('ENOENT')
    expect(existsSync(folder)).toBe(false)
  })
})

/** What a test puts is removed after it: the bucket is shared, and in memory. */
async function use(opening: Promise<Blobs>) {
  const store = await opening
  const names = new Set<string>()
  onTestFinished(async () => {
    for (const name of names) await store.delete(name)
    store.close()
  })
  const put: Blobs['put'] = async (name, bytes) => {
    const done = await store.put(name, bytes)
    names.add(name)
    return done
  }
  return { blobs: { ...store, put }, name: `test/${randomUUID()}` }
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function s3Location() {
  const { SVC_S3_ENDPOINT, SVC_S3_BUCKET, SVC_S3_REGION } = process.env
  if (!SVC_S3_ENDPOINT || !SVC_S3_BUCKET) throw new Error('SVC_S3_ENDPOINT is not set: run scripts/services start')
  return { endpoint: SVC_S3_ENDPOINT, bucket: SVC_S3_BUCKET, region: SVC_S3_REGION ?? 'us-east-1', lentRole: null }
}

async function read(blobs: Blobs, name: string): Promise<Buffer> {
  const stream = await blobs.get(name)
  if (!stream) throw new Error(`${name} is missing`)
  return buffer(stream)
}

/** Chunks as a socket gives them, not aligned with anything. */
function inChunks(bytes: Buffer): Readable {
  return Readable.from(chunksOf(bytes), { objectMode: false })
}

function* chunksOf(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += 65_521) yield bytes.subarray(start, start + 65_521)
}

/** Gives the bytes, and then an error or, without one, no end. */
function failing(bytes: Buffer, error: Error | undefined): Readable {
  const chunks = chunksOf(bytes)
  return new Readable({
    read() {
      const { value, done } = chunks.next()
      if (done) this.destroy(error)
      else this.push(value)
    },
  })
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
