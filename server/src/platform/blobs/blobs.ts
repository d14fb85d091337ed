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
  /** How programs read objects from the store itself; null where it has no door of its own. */
  reading: BlobReading | null
  /** Throws when the store cannot be reached. */
  check(): Promise<void>
  close(): void
}

/** `lentRole`: whose credentials other programs are lent. */
export type S3Location = { endpoint: string | null; region: string; bucket: string; lentRole: string | null }

/** For programs that speak the store's own language and hold no credentials of it. */
export type BlobReading = {
  /** Lends such a client credentials that read the objects of a folder for a while; null where the operator set no role for that. */
  lend: ((loan: Loan) => Promise<LentCredentials>) | null
  /** What such a client must know about the store, in the words of Apache Iceberg. */
  settings: Readonly<Record<string, string>>
  /** How an object is called in files that name others. */
  locationOf(name: string): string
  /** Which object a request asks for; undefined where that is none of the store. */
  nameAt(address: string): string | undefined
  /** The headers that make the store answer this one request within some minutes. */
  sign(request: SignableRequest): Promise<Record<string, string>>
}

/** `bearer`: who gets them, for the log of the store. */
export type Loan = { folder: string; bearer: string }

export type LentCredentials = { accessKeyId: string; secretAccessKey: string; sessionToken: string; expiresAt: Date }

export type SignableRequest = {
  method: 'GET' | 'HEAD'
  address: string
  headers: Readonly<Record<string, string>>
}

export type PutBlob = { sizeBytes: number; sha256: string }

/** Slash-separated parts, each starting with a letter or a digit: no name can climb out of its folder. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/

export function assertBlobName(name: string) {
  if (!NAME.test(name) || name.length > 500) throw new Error(`not a name of an object: ${name}`)
}
