import type { Readable } from 'node:stream'

/** The object store: immutable bytes under a name we chose. Nothing is ever found by listing it. */
export type Blobs = {
  /** Stores the bytes durably before it returns; whatever lay there before is replaced whole or not at all. */
  put(name: string, bytes: Buffer | Readable): Promise<PutBlob>
  /** Undefined when there is no such object. */
  get(name: string): Promise<Readable | undefined>
  /** Writes an object to a new file of this machine; false when there is no such object. */
  copyTo(name: string, path: string): Promise<boolean>
  size(name: string): Promise<number | undefined>
  /** Deleting what is not there is fine. */
  delete(name: string): Promise<void>
  /** An address at which anybody who has it may put exactly so many bytes; null where the store has no door of its own. */
  addressToPut: ((name: string, sizeBytes: number, seconds: number) => Promise<string>) | null
  /** Throws when the store cannot be reached. */
  check(): Promise<void>
  close(): void
}

export type PutBlob = { sizeBytes: number; sha256: string }

/** Slash-separated parts, each starting with a letter or a digit: no name can climb out of its folder. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/

export function assertBlobName(name: string) {
  if (!NAME.test(name) || name.length > 500) throw new Error(`not a name of an object: ${name}`)
}
