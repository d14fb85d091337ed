import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of an archive, and what its headers claim where that is not the truth. */
export type ZipPart = {
  name: string
  content: string | Buffer
  isStored?: boolean
  claims?: { sizeBytes?: number; packedBytes?: number; crc?: number; at?: number; flags?: number; method?: number }
}

type Placed = { part: ZipPart; name: Buffer; packed: Buffer; header: Buffer; at: number }

/** An archive with these entries in this order. */
export function makeZip(parts: readonly ZipPart[], { isZip64 = false } = {}): Buffer {
  const placed: Placed[] = []
  let at = 0
  for (const part of parts) {
    const content = Buffer.from(part.content)
    const packed = part.isStored ? content : deflateRawSync(content)
    const name = Buffer.from(part.name)
    const header = fields(part, content, packed)
    placed.push({ part, name, packed, header, at })
    at += 30 + name.length + packed.length
  }
  const directory = placed.map((entry) => directoryEntry(entry, isZip64))
  const sizeBytes = directory.reduce((total, entry) => total + entry.length, 0)
  const files = placed.flatMap(({ name, packed, header }) => [signature(0x04034b50), header, name, packed])
  const end = isZip64 ? largeEnd(parts.length, sizeBytes, at) : smallEnd(parts.length, sizeBytes, at)
  return Buffer.concat([...files, ...directory, ...end])
}

/** What local headers and the directory have in common: version to the length of the extra field. */
function fields({ name, isStored, claims = {} }: ZipPart, content: Buffer, packed: Buffer): Buffer {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt16LE(20, 0)
  bytes.writeUInt16LE(claims.flags ?? 0x0800, 2)
  bytes.writeUInt16LE(claims.method ?? (isStored ? 0 : 8), 4)
  bytes.writeUInt32LE(claims.crc ?? crc32(content), 10)
  bytes.writeUInt32LE(claims.packedBytes ?? packed.length, 14)
  bytes.writeUInt32LE(claims.sizeBytes ?? content.length, 18)
  bytes.writeUInt16LE(Buffer.byteLength(name), 22)
  return bytes
}

function directoryEntry({ part, name, packed, header, at }: Placed, isZip64: boolean): Buffer {
  const rest = Buffer.alloc(14)
  const extra = Buffer.alloc(isZip64 ? 28 : 0)
  const common = Buffer.from(header)
  if (isZip64) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(24, 2)
    extra.writeBigUInt64LE(BigInt(Buffer.byteLength(part.content)), 4)
    extra.writeBigUInt64LE(BigInt(packed.length), 12)
    extra.writeBigUInt64LE(BigInt(at), 20)
    common.writeUInt32LE(0xffffffff, 14)
    common.writeUInt32LE(0xffffffff, 18)
    common.writeUInt16LE(extra.length, 24)
  }
  rest.writeUInt32LE(isZip64 ? 0xffffffff : (part.claims?.at ?? at), 10)
  return Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), common, rest, name, extra])
}

function smallEnd(count: number, sizeBytes: number, at: number): Buffer[] {
  const bytes = Buffer.alloc(18)
  bytes.writeUInt16LE(count, 4)
  bytes.writeUInt16LE(count, 6)
  bytes.writeUInt32LE(sizeBytes, 8)
  bytes.writeUInt32LE(at, 12)
  return [signature(0x06054b50), bytes]
}

function largeEnd(count: number, sizeBytes: number, at: number): Buffer[] {
  const end = Buffer.alloc(52)
  end.writeBigUInt64LE(44n, 0)
  end.writeBigUInt64LE(BigInt(count), 20)
  end.writeBigUInt64LE(BigInt(count), 28)
  end.writeBigUInt64LE(BigInt(sizeBytes), 36)
  end.writeBigUInt64LE(BigInt(at), 44)
  const locator = Buffer.alloc(16)
  locator.writeBigUInt64LE(BigInt(at + sizeBytes), 4)
  return [signature(0x06064b50), end, signature(0x07064b50), locator, ...smallEnd(0xffff, 0xffffffff, 0xffffffff)]
}

function signature(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number)
  return bytes
}
