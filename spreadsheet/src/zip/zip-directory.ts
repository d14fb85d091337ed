import type { ByteSource } from '../byte-source.ts'
import { FileRefused } from '../errors.ts'

/** What an archive may unpack to; nothing it says of itself is trusted beyond these. */
export type ZipLimits = {
  entries: number
  unpackedBytes: number
  /** Unpacked to packed, of entries that unpack to more than `ratioFromBytes`. */
  ratio: number
  ratioFromBytes: number
}

export const ZIP_LIMITS: ZipLimits = {
  entries: 10_000,
  unpackedBytes: 1024 ** 3,
  ratio: 200,
  ratioFromBytes: 10 * 1024 ** 2,
}

export type ZipEntry = {
  name: string
  isDeflated: boolean
  crc: number
  packedBytes: number
  sizeBytes: number
  /** Where its local header begins. */
  at: number
  /** How long its name is in the archive. */
  nameBytes: number
}

/** By `zipKey` of the name: no two parts of a package differ only in case. */
export type ZipDirectory = ReadonlyMap<string, ZipEntry>

const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const ENTRY = 0x02014b50
const END_BYTES = 22
const LOCATOR_BYTES = 20
const ENTRY_BYTES = 46
export const LOCAL_HEADER_BYTES = 30
const LONGEST_COMMENT = 0xffff
const LARGEST_DIRECTORY = 64 * 1024 ** 2
const IN_ZIP64_FIELD = 0xffffffff
const ENCRYPTED = 0x2041

export function zipKey(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
}

/** The central directory of an archive, checked before anything is unpacked. */
export function readZipDirectory(bytes: ByteSource, limits: ZipLimits = ZIP_LIMITS): ZipDirectory {
  const { at, sizeBytes, count } = findDirectory(bytes)
  if (count > limits.entries) throw bomb(`it has ${count} entries`)
  if (sizeBytes > LARGEST_DIRECTORY || at + sizeBytes > bytes.sizeBytes) throw corrupt('its directory is cut off')

  const directory = bytes.read(at, sizeBytes)
  const entries = new Map<string, ZipEntry>()
  let position = 0
  for (let n = 0; n < count; n++) {
    const { entry, nextAt } = readEntry(directory, position)
    position = nextAt
    if (/[/\\]$/.test(entry.name)) continue
    const key = zipKey(entry.name)
    if (entries.has(key)) throw corrupt(`it holds ${entry.name} twice`)
    entries.set(key, entry)
  }
  refuseIfBomb([...entries.values()], limits)
  refuseIfOverlapping([...entries.values()], at)
  return entries
}

function findDirectory(bytes: ByteSource) {
  const tailBytes = Math.min(bytes.sizeBytes, END_BYTES + LONGEST_COMMENT)
  const tailAt = bytes.sizeBytes - tailBytes
  const tail = bytes.read(tailAt, tailBytes)
  for (let n = tail.length - END_BYTES; n >= 0; n--) {
    if (tail.readUInt32LE(n) !== END) continue
    const found = {
      count: tail.readUInt16LE(n + 10),
      sizeBytes: tail.readUInt32LE(n + 12),
      at: tail.readUInt32LE(n + 16),
    }
    const isLarge = found.count === 0xffff || found.sizeBytes === IN_ZIP64_FIELD || found.at === IN_ZIP64_FIELD
    return isLarge ? findLargeDirectory(bytes, tailAt + n) : found
  }
  throw new FileRefused('unsupported', 'The file is no zip archive, or its end is missing.')
}

function findLargeDirectory(bytes: ByteSource, endAt: number) {
  const locator = bytes.read(Math.max(0, endAt - LOCATOR_BYTES), LOCATOR_BYTES)
  if (locator.length < LOCATOR_BYTES || locator.readUInt32LE(0) !== LOCATOR_64) throw corrupt('its end is broken')
  const end = bytes.read(wideNumber(locator, 8), 56)
  if (end.length < 56 || end.readUInt32LE(0) !== END_64) throw corrupt('its end is broken')
  return { count: wideNumber(end, 32), sizeBytes: wideNumber(end, 40), at: wideNumber(end, 48) }
}

function readEntry(directory: Buffer, at: number): { entry: ZipEntry; nextAt: number } {
  if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY)
    throw corrupt('its directory is broken')
  const nameTo = at + ENTRY_BYTES + directory.readUInt16LE(at + 28)
  const extraTo = nameTo + directory.readUInt16LE(at + 30)
  const nextAt = extraTo + directory.readUInt16LE(at + 32)
  if (nextAt > directory.length) throw corrupt('its directory is cut off')

  const name = directory.toString('utf8', at + ENTRY_BYTES, nameTo)
  if (directory.readUInt16LE(at + 8) & ENCRYPTED) throw new FileRefused('encrypted', 'The file needs a password.')
  const method = directory.readUInt16LE(at + 10)
  if (method !== 0 && method !== 8) throw corrupt(`${name} is packed in an unknown way`)
  const [sizeBytes, packedBytes, localAt] = wideFields(directory.subarray(nameTo, extraTo), [
    directory.readUInt32LE(at + 24),
    directory.readUInt32LE(at + 20),
    directory.readUInt32LE(at + 42),
  ])
  const entry = {
    name,
    isDeflated: method === 8,
    crc: directory.readUInt32LE(at + 16),
    packedBytes,
    sizeBytes,
    at: localAt,
    nameBytes: nameTo - at - ENTRY_BYTES,
  }
  return { entry, nextAt }
}

type Fields = [sizeBytes: number, packedBytes: number, localAt: number]

/** Replaces the fields that did not fit in 32 bits by those of the zip64 extra field, which holds only these, in this order. */
function wideFields(extra: Buffer, fields: Fields): Fields {
  if (!fields.includes(IN_ZIP64_FIELD)) return fields
  let at = 0
  while (at + 4 <= extra.length) {
    const to = at + 4 + extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === 1 && to <= extra.length) return readWideFields(extra.subarray(at + 4, to), fields)
    at = to
  }
  throw corrupt('its directory is broken')
}

function readWideFields(extra: Buffer, [sizeBytes, packedBytes, localAt]: Fields): Fields {
  let at = 0
  const widened = (field: number) => {
    if (field !== IN_ZIP64_FIELD) return field
    if (at + 8 > extra.length) throw corrupt('its directory is broken')
    at += 8
    return wideNumber(extra, at - 8)
  }
  return [widened(sizeBytes), widened(packedBytes), widened(localAt)]
}

function wideNumber(buffer: Buffer, at: number): number {
  const value = Number(buffer.readBigUInt64LE(at))
  if (!Number.isSafeInteger(value)) throw corrupt('its directory is broken')
  return value
}

function refuseIfBomb(entries: readonly ZipEntry[], limits: ZipLimits) {
  let total = 0
  for (const { name, sizeBytes, packedBytes } of entries) {
    total += sizeBytes
    if (sizeBytes > limits.ratioFromBytes && sizeBytes > packedBytes * limits.ratio) throw bomb(`${name} does`)
  }
  if (total > limits.unpackedBytes) throw bomb(`it unpacks to ${total} bytes`)
}

/** Entries that share bytes unpack to more than the archive holds. */
function refuseIfOverlapping(entries: readonly ZipEntry[], directoryAt: number) {
  const sorted = [...entries].sort((a, b) => a.at - b.at)
  sorted.forEach(({ name, at, nameBytes, packedBytes }, n) => {
    const end = at + LOCAL_HEADER_BYTES + nameBytes + packedBytes
    if (end > (sorted[n + 1]?.at ?? directoryAt)) throw corrupt(`${name} overlaps another entry`)
  })
}

function corrupt(why: string) {
  return new FileRefused('corrupt', `The archive is broken: ${why}.`)
}

function bomb(why: string) {
  return new FileRefused('zip_bomb', `The archive unpacks to far more than it is: ${why}.`)
}
