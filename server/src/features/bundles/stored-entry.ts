import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { NAME_IS_UTF8, STORED } from '@bindery/spreadsheet/write/zip/zip-records.ts'
import type { ZipEntry } from '@bindery/spreadsheet/write/zip/zip-stream.ts'

const PIECE_BYTES = 128 * 1024

export type MeasuredFile = { sizeBytes: number; sha256: string; crc: number }

export async function measureFile(path: string): Promise<MeasuredFile> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  let crc = 0
  for await (const piece of createReadStream(path, { highWaterMark: 8 * PIECE_BYTES })) {
    hash.update(piece)
    crc = crc32(piece, crc)
    sizeBytes += piece.length
  }
  return { sizeBytes, sha256: hash.digest('hex'), crc }
}

/** A file that is packed already goes into the zip file as it is. */
export function storedEntry(name: string, path: string, { sizeBytes, crc }: MeasuredFile): ZipEntry {
  return {
    packed: {
      name: Buffer.from(name),
      flags: NAME_IS_UTF8,
      method: STORED,
      crc,
      packedBytes: sizeBytes,
      unpackedBytes: sizeBytes,
      bytes: () => piecesOf(path),
    },
  }
}

function* piecesOf(path: string): Generator<Buffer> {
  const file = openSync(path, 'r')
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES)
      const length = readSync(file, piece)
      if (length === 0) return
      yield piece.subarray(0, length)
    }
  } finally {
    closeSync(file)
  }
}
