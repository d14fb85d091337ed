/** The records of a zip file (PKWARE APPNOTE 4.3), as they are written here. */

/** What a zip file records of one entry. */
export type EntryRecord = {
  /** The bytes of its name; UTF-8 where the flags say so. */
  name: Buffer
  flags: number
  method: number
  crc: number
  packedBytes: number
  unpackedBytes: number
  /** Where its local header begins. */
  offset: number
}

export const STORED = 0
export const DEFLATED = 8
/** Sizes and checksum follow the data, since they were not known before it. */
export const SIZES_FOLLOW = 1 << 3
export const NAME_IS_UTF8 = 1 << 11

const MAX_16 = 0xffff
const MAX_32 = 0xffff_ffff
const [VERSION, VERSION_ZIP64] = [20, 45]
/** 1 January 1980, the first day a zip file knows: the same content makes the same bytes, whenever it is written. */
const DOS_DATE = 0x0021

const isLarge = (entry: EntryRecord) => entry.packedBytes > MAX_32 || entry.unpackedBytes > MAX_32

export function localHeader(entry: EntryRecord): Buffer {
  const sizesFollow = (entry.flags & SIZES_FOLLOW) !== 0
  // Excel refuses entries that announce large sizes without having them: they are announced only where they are known.
  const extra = !sizesFollow && isLarge(entry) ? largeSizes([entry.unpackedBytes, entry.packedBytes]) : Buffer.alloc(0)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x0403_4b50, 0)
  header.writeUInt16LE(extra.length > 0 ? VERSION_ZIP64 : VERSION, 4)
  header.writeUInt16LE(entry.flags, 6)
  header.writeUInt16LE(entry.method, 8)
  header.writeUInt16LE(DOS_DATE, 12)
  if (!sizesFollow) writeChecksumAndSizes(header, 14, entry)
  header.writeUInt16LE(entry.name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, entry.name, extra])
}

/** What follows the data of an entry whose flags say `SIZES_FOLLOW`. */
export function dataDescriptor(entry: EntryRecord): Buffer {
  if (!isLarge(entry)) {
    const descriptor = Buffer.alloc(16)
    descriptor.writeUInt32LE(0x0807_4b50, 0)
    writeChecksumAndSizes(descriptor, 4, entry)
    return descriptor
  }
  const descriptor = Buffer.alloc(24)
  descriptor.writeUInt32LE(0x0807_4b50, 0)
  descriptor.writeUInt32LE(entry.crc, 4)
  descriptor.writeBigUInt64LE(BigInt(entry.packedBytes), 8)
  descriptor.writeBigUInt64LE(BigInt(entry.unpackedBytes), 16)
  return descriptor
}

/** The entry's line in the directory at the end of the file. */
export function directoryHeader(entry: EntryRecord): Buffer {
  const large = isLarge(entry) ? [entry.unpackedBytes, entry.packedBytes] : []
  if (entry.offset > MAX_32) large.push(entry.offset)
  const extra = large.length > 0 ? largeSizes(large) : Buffer.alloc(0)
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x0201_4b50, 0)
  header.writeUInt16LE(extra.length > 0 ? VERSION_ZIP64 : VERSION, 4)
  header.writeUInt16LE(extra.length > 0 ? VERSION_ZIP64 : VERSION, 6)
  header.writeUInt16LE(entry.flags, 8)
  header.writeUInt16LE(entry.method, 10)
  header.writeUInt16LE(DOS_DATE, 14)
  writeChecksumAndSizes(header, 16, entry)
  header.writeUInt16LE(entry.name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt32LE(Math.min(entry.offset, MAX_32), 42)
  return Buffer.concat([header, entry.name, extra])
}

/** The end of the file: how many entries the directory has, how long it is and where it begins. */
export function endOfDirectory(entries: number, sizeBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(Math.min(entries, MAX_16), 8)
  end.writeUInt16LE(Math.min(entries, MAX_16), 10)
  end.writeUInt32LE(Math.min(sizeBytes, MAX_32), 12)
  end.writeUInt32LE(Math.min(offset, MAX_32), 16)
  if (entries < MAX_16 && sizeBytes < MAX_32 && offset < MAX_32) return end
  return Buffer.concat([largeEndOfDirectory(entries, sizeBytes, offset), end])
}

function largeEndOfDirectory(entries: number, sizeBytes: number, offset: number): Buffer {
  const [record, locator] = [Buffer.alloc(56), Buffer.alloc(20)]
  record.writeUInt32LE(0x0606_4b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(VERSION_ZIP64, 12)
  record.writeUInt16LE(VERSION_ZIP64, 14)
  record.writeBigUInt64LE(BigInt(entries), 24)
  record.writeBigUInt64LE(BigInt(entries), 32)
  record.writeBigUInt64LE(BigInt(sizeBytes), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  locator.writeUInt32LE(0x0706_4b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + sizeBytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator])
}

/** The zip64 extra field. */
function largeSizes(sizes: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * sizes.length)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8 * sizes.length, 2)
  sizes.forEach((size, n) => {
    extra.writeBigUInt64LE(BigInt(size), 4 + 8 * n)
  })
  return extra
}

function writeChecksumAndSizes(record: Buffer, at: number, entry: EntryRecord) {
  const large = isLarge(entry)
  record.writeUInt32LE(entry.crc, at)
  record.writeUInt32LE(large ? MAX_32 : entry.packedBytes, at + 4)
  record.writeUInt32LE(large ? MAX_32 : entry.unpackedBytes, at + 8)
}
