import { randomBytes } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PIECE_BYTES = 64 * 1024

/** Bytes on the disk of this node, first in and first out. The file has no name any more: it goes with the process at the latest. */
export class Spool {
  readonly #file: FileHandle
  #written = 0
  #read = 0

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async open(): Promise<Spool> {
    const path = join(tmpdir(), `bindery-rows-${randomBytes(12).toString('hex')}`)
    const file = await open(path, 'wx+', 0o600)
    await unlink(path)
    return new Spool(file)
  }

  get writtenBytes(): number {
    return this.#written
  }

  async write(bytes: Buffer) {
    await this.#file.write(bytes, 0, bytes.length, this.#written)
    this.#written += bytes.length
  }

  /** Undefined: all that was written has been read. */
  async read(): Promise<Buffer | undefined> {
    const length = Math.min(PIECE_BYTES, this.#written - this.#read)
    if (length === 0) return undefined
    const { bytesRead, buffer } = await this.#file.read(Buffer.allocUnsafe(length), 0, length, this.#read)
    this.#read += bytesRead
    return buffer.subarray(0, bytesRead)
  }

  async close() {
    await this.#file.close()
  }
}
