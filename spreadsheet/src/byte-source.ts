import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Bytes that can be read anywhere. Reading is synchronous: it happens in a process that does nothing else. */
export type ByteSource = {
  readonly sizeBytes: number
  /** Exactly these bytes; past the end fewer. */
  read(from: number, length: number): Buffer
  close(): void
}

export function openBytes(path: string): ByteSource {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  return {
    sizeBytes: size,
    read: (from, length) => {
      const wanted = Math.max(0, Math.min(length, size - from))
      const buffer = Buffer.allocUnsafe(wanted)
      let got = 0
      while (got < wanted) {
        const read = readSync(file, buffer, got, wanted - got, from + got)
        if (read === 0) break
        got += read
      }
      return got === wanted ? buffer : buffer.subarray(0, got)
    },
    close: () => closeSync(file),
  }
}

export function bytesOf(buffer: Buffer): ByteSource {
  return {
    sizeBytes: buffer.length,
    read: (from, length) => buffer.subarray(from, Math.min(buffer.length, from + length)),
    close: () => {},
  }
}
