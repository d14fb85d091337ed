import type { ByteSource } from '../../byte-source.ts'
import { FileRefused } from '../../errors.ts'
import { LOCAL_HEADER_BYTES, type ZipEntry } from '../../zip/zip-directory.ts'
import { DEFLATED, NAME_IS_UTF8, STORED } from '../zip/zip-records.ts'
import type { PackedEntry } from '../zip/zip-stream.ts'

const PIECE_BYTES = 256 * 1024

/** An entry as it is packed, to be put into another file. */
export function packedEntry(bytes: ByteSource, entry: ZipEntry): PackedEntry {
  return {
    name: Buffer.from(entry.name),
    flags: NAME_IS_UTF8,
    method: entry.isDeflated ? DEFLATED : STORED,
    crc: entry.crc,
    packedBytes: entry.packedBytes,
    unpackedBytes: entry.sizeBytes,
    bytes: () => packedPieces(bytes, entry),
  }
}

function* packedPieces(bytes: ByteSource, { name, at, packedBytes }: ZipEntry): Generator<Buffer> {
  const header = bytes.read(at, LOCAL_HEADER_BYTES)
  if (header.length < LOCAL_HEADER_BYTES) throw new FileRefused('corrupt', `The archive is broken: ${name} is cut off.`)
  const from = at + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  for (let done = 0; done < packedBytes; done += PIECE_BYTES) {
    yield bytes.read(from + done, Math.min(PIECE_BYTES, packedBytes - done))
  }
}
