import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import type { ByteSource } from '../byte-source.ts'
import { FileRefused } from '../errors.ts'
import { LOCAL_HEADER_BYTES, type ZipEntry } from './zip-directory.ts'

const LOCAL_HEADER = 0x04034b50
const PACKED_PIECE_BYTES = 128 * 1024
const PIECE_BYTES = 256 * 1024
// Room for several pieces, so that the next is inflated while one is read.
const INFLATE_OPTIONS = { chunkSize: PIECE_BYTES, readableHighWaterMark: 4 * PIECE_BYTES }

/** The bytes of an entry, piece by piece. One more than declared, or others than were packed, and it is refused. */
export async function* unpackEntry(bytes: ByteSource, entry: ZipEntry): AsyncGenerator<Buffer> {
  let size = 0
  let crc = 0
  for await (const piece of entry.isDeflated ? inflated(bytes, entry) : packed(bytes, entry)) {
    size += piece.length
    if (size > entry.sizeBytes) throw new FileRefused('zip_bomb', `${entry.name} unpacks to more than it says.`)
    crc = crc32(piece, crc)
    yield piece
  }
  if (size !== entry.sizeBytes || crc !== entry.crc) throw brokenEntry(entry)
}

/** The bytes of an entry that is small by its nature. */
export async function unpackWhole(bytes: ByteSource, entry: ZipEntry, limitBytes: number): Promise<Buffer> {
  if (entry.sizeBytes > limitBytes) throw new FileRefused('too_large', `${entry.name} is too large.`)
  const pieces: Buffer[] = []
  for await (const piece of unpackEntry(bytes, entry)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* inflated(bytes: ByteSource, entry: ZipEntry): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw(INFLATE_OPTIONS)
  // What goes wrong is thrown by the loop below.
  pipeline(Readable.from(packed(bytes, entry), { highWaterMark: 2 }), inflate, () => {})
  try {
    for await (const piece of inflate) yield piece
  } catch (error) {
    throw error instanceof FileRefused ? error : brokenEntry(entry)
  }
}

function* packed(bytes: ByteSource, entry: ZipEntry): Generator<Buffer> {
  const header = bytes.read(entry.at, LOCAL_HEADER_BYTES)
  if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== LOCAL_HEADER) throw brokenEntry(entry)
  const from = entry.at + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  const to = from + entry.packedBytes
  for (let at = from; at < to; at += PACKED_PIECE_BYTES) {
    const piece = bytes.read(at, Math.min(PACKED_PIECE_BYTES, to - at))
    if (piece.length === 0) throw brokenEntry(entry)
    yield piece
  }
}

function brokenEntry({ name }: ZipEntry) {
  return new FileRefused('corrupt', `The archive is broken: ${name} cannot be unpacked.`)
}
