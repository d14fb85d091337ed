import { finished } from 'node:stream/promises'
import { crc32, createDeflateRaw, type DeflateRaw, deflateRawSync } from 'node:zlib'
import {
  DEFLATED,
  dataDescriptor,
  directoryHeader,
  type EntryRecord,
  endOfDirectory,
  localHeader,
  NAME_IS_UTF8,
  SIZES_FOLLOW,
} from './zip-records.ts'

/** A file to be put into a zip file. */
export type ZipEntry =
  | { name: string; content: Buffer }
  /** Packed as it comes; its size need not be known. A chunk's memory may be used again for the one after the next. */
  | { name: string; chunks: AsyncIterable<Buffer> }
  /** Taken over from another zip file as it was packed there. */
  | { packed: PackedEntry }

export type PackedEntry = Omit<EntryRecord, 'offset'> & { bytes: () => Iterable<Buffer> }

export type ZipOptions = {
  /** Of deflate: 1 is fast, 9 small. */
  level: number
}

/** More saves calls between threads; much more only costs memory. */
const CHUNK_BYTES = 128 * 1024

/** A zip file as a stream: it is made no faster than it is taken, and what was taken is forgotten. */
export async function* zipStream(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  { level }: ZipOptions,
): AsyncGenerator<Buffer> {
  const records: EntryRecord[] = []
  let offset = 0
  for await (const entry of entries) {
    const record = recordOf(entry, offset)
    records.push(record)
    for await (const bytes of entryBytes(entry, record, level)) {
      offset += bytes.length
      yield bytes
    }
  }
  const directory = Buffer.concat(records.map(directoryHeader))
  yield directory
  yield endOfDirectory(records.length, directory.length, offset)
}

function recordOf(entry: ZipEntry, offset: number): EntryRecord {
  if ('packed' in entry) return { ...entry.packed, flags: entry.packed.flags & ~SIZES_FOLLOW, offset }
  const flags = 'chunks' in entry ? NAME_IS_UTF8 | SIZES_FOLLOW : NAME_IS_UTF8
  const name = Buffer.from(entry.name)
  return { name, flags, method: DEFLATED, crc: 0, packedBytes: 0, unpackedBytes: 0, offset }
}

/** Fills in the sizes of `record` on the way. */
async function* entryBytes(entry: ZipEntry, record: EntryRecord, level: number): AsyncGenerator<Buffer> {
  if ('packed' in entry) {
    yield localHeader(record)
    yield* entry.packed.bytes()
  } else if ('content' in entry) {
    const packed = deflateRawSync(entry.content, { level })
    record.crc = crc32(entry.content)
    record.unpackedBytes = entry.content.length
    record.packedBytes = packed.length
    yield localHeader(record)
    yield packed
  } else {
    yield localHeader(record)
    yield* deflated(entry.chunks, record, level)
    yield dataDescriptor(record)
  }
}

/** The next chunk is made while the last one is being packed in a thread of its own. */
async function* deflated(chunks: AsyncIterable<Buffer>, record: EntryRecord, level: number): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level, chunkSize: CHUNK_BYTES, memLevel: 9 })
  const packed: Buffer[] = []
  deflate.on('data', (bytes: Buffer) => packed.push(bytes))
  try {
    let packing = Promise.resolve()
    for await (const chunk of chunks) {
      record.crc = crc32(chunk, record.crc)
      record.unpackedBytes += chunk.length
      await packing
      yield* taken(packed, record)
      packing = pack(deflate, chunk)
    }
    await packing
    deflate.end()
    await finished(deflate)
    yield* taken(packed, record)
  } finally {
    deflate.destroy()
  }
}

function pack(deflate: DeflateRaw, chunk: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // A consumer that stops taking the file destroys the stream, and nothing waits for this any more.
  promise.catch(() => {})
  deflate.write(chunk, (error) => (error ? reject(error) : resolve()))
  return promise
}

function* taken(packed: Buffer[], record: EntryRecord): Generator<Buffer> {
  for (const bytes of packed.splice(0)) {
    record.packedBytes += bytes.length
    yield bytes
  }
}
