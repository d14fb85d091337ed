/** A TrueType font, as far as a PDF file needs it: which glyph a character is, how wide, and a copy with few glyphs. */
export type TrueType = {
  unitsPerEm: number
  ascent: number
  descent: number
  box: readonly [number, number, number, number]
  glyphCount: number
  /** 0 where the font has none. */
  glyphOf: (codePoint: number) => number
  /** In units of the em. */
  widthOf: (glyph: number) => number
  /** The font with these glyphs, under the numbers they have, and nothing of the others. */
  subset: (glyphs: ReadonlySet<number>) => Buffer
}

type Table = { tag: string; bytes: Buffer }

/** Throws on what is no font with TrueType outlines. */
export function openTrueType(file: Buffer): TrueType {
  const tables = tablesOf(file)
  const table = (tag: string): Buffer => {
    const found = tables.get(tag)
    if (!found) throw new Error(`a font without ${tag}`)
    return found
  }
  const head = table('head')
  const hhea = table('hhea')
  const hmtx = table('hmtx')
  const glyphCount = table('maxp').readUInt16BE(4)
  const metrics = hhea.readUInt16BE(34)
  const offsets = glyphOffsets(table('loca'), head.readInt16BE(50) === 1, glyphCount)
  return {
    unitsPerEm: head.readUInt16BE(18),
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    box: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    glyphCount,
    glyphOf: glyphFinder(table('cmap')),
    widthOf: (glyph) => hmtx.readUInt16BE(4 * Math.min(glyph, metrics - 1)),
    subset: (glyphs) => fontWith(tables, offsets, glyphs),
  }
}

function tablesOf(file: Buffer): Map<string, Buffer> {
  const count = file.readUInt16BE(4)
  return new Map(
    Array.from({ length: count }, (_, n) => {
      const at = 12 + 16 * n
      const from = file.readUInt32BE(at + 8)
      return [file.toString('latin1', at, at + 4), file.subarray(from, from + file.readUInt32BE(at + 12))]
    }),
  )
}

function glyphOffsets(loca: Buffer, isLong: boolean, glyphCount: number): number[] {
  return Array.from({ length: glyphCount + 1 }, (_, n) =>
    isLong ? loca.readUInt32BE(4 * n) : 2 * loca.readUInt16BE(2 * n),
  )
}

/** By the table of characters beyond 16 bits where there is one, else by that of the first 65,536. */
function glyphFinder(cmap: Buffer): (codePoint: number) => number {
  const records = Array.from({ length: cmap.readUInt16BE(2) }, (_, n) => cmap.subarray(cmap.readUInt32BE(8 + 8 * n)))
  const wide = records.find((table) => table.readUInt16BE(0) === 12)
  const narrow = records.find((table) => table.readUInt16BE(0) === 4)
  return (codePoint) => (wide && inGroups(wide, codePoint)) || (narrow && inSegments(narrow, codePoint)) || 0
}

function inGroups(table: Buffer, codePoint: number): number {
  const count = table.readUInt32BE(12)
  for (let n = 0; n < count; n++) {
    const at = 16 + 12 * n
    const first = table.readUInt32BE(at)
    if (codePoint >= first && codePoint <= table.readUInt32BE(at + 4))
      return table.readUInt32BE(at + 8) + codePoint - first
  }
  return 0
}

function inSegments(table: Buffer, codePoint: number): number {
  const twice = table.readUInt16BE(6)
  for (let n = 0; n < twice; n += 2) {
    if (codePoint > table.readUInt16BE(14 + n)) continue
    const first = table.readUInt16BE(16 + twice + n)
    if (codePoint < first) return 0
    const delta = table.readUInt16BE(16 + 2 * twice + n)
    const rangeAt = 16 + 3 * twice + n
    const range = table.readUInt16BE(rangeAt)
    if (range === 0) return (codePoint + delta) & 0xffff
    const glyph = table.readUInt16BE(rangeAt + range + 2 * (codePoint - first))
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
  return 0
}

/** What a program needs to draw; the PDF file itself says how characters are called. */
const KEPT = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep']

function fontWith(
  tables: ReadonlyMap<string, Buffer>,
  offsets: readonly number[],
  wanted: ReadonlySet<number>,
): Buffer {
  const glyf = tables.get('glyf') ?? Buffer.alloc(0)
  const outline = (glyph: number) => glyf.subarray(offsets[glyph] ?? 0, offsets[glyph + 1] ?? 0)
  const glyphs = withParts(wanted, outline)
  const kept: Buffer[] = []
  const loca = Buffer.alloc(4 * offsets.length)
  let length = 0
  for (let glyph = 0; glyph < offsets.length; glyph++) {
    loca.writeUInt32BE(length, 4 * glyph)
    if (!glyphs.has(glyph)) continue
    const bytes = padded(outline(glyph))
    kept.push(bytes)
    length += bytes.length
  }
  const head = Buffer.from(tables.get('head') ?? Buffer.alloc(54))
  // Places of glyphs are numbers of 32 bits now.
  head.writeInt16BE(1, 50)
  const made = new Map([...tables, ['glyf', Buffer.concat(kept)], ['loca', loca], ['head', head]])
  return fontFile(KEPT.flatMap((tag) => (made.has(tag) ? [{ tag, bytes: made.get(tag) ?? Buffer.alloc(0) }] : [])))
}

const [ARE_WORDS, HAS_SCALE, MORE, HAS_TWO_SCALES, HAS_MATRIX] = [0x01, 0x08, 0x20, 0x40, 0x80]

/** A glyph may be put together from others, which are needed too. */
function withParts(wanted: ReadonlySet<number>, outline: (glyph: number) => Buffer): Set<number> {
  const glyphs = new Set([0])
  const open = [...wanted]
  for (let glyph = open.pop(); glyph !== undefined; glyph = open.pop()) {
    if (glyphs.has(glyph) && glyph !== 0) continue
    glyphs.add(glyph)
    open.push(...partsOf(outline(glyph)))
  }
  return glyphs
}

function partsOf(outline: Buffer): number[] {
  if (outline.length < 10 || outline.readInt16BE(0) >= 0) return []
  const parts: number[] = []
  for (let at = 10, flags = MORE; flags & MORE && at + 4 <= outline.length; ) {
    flags = outline.readUInt16BE(at)
    parts.push(outline.readUInt16BE(at + 2))
    const scale = flags & HAS_SCALE ? 2 : flags & HAS_TWO_SCALES ? 4 : flags & HAS_MATRIX ? 8 : 0
    at += 4 + (flags & ARE_WORDS ? 4 : 2) + scale
  }
  return parts
}

function padded(bytes: Buffer): Buffer {
  const rest = bytes.length % 4
  return rest === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(4 - rest)])
}

function fontFile(tables: readonly Table[]): Buffer {
  const header = Buffer.alloc(12 + 16 * tables.length)
  const power = Math.floor(Math.log2(tables.length))
  header.writeUInt32BE(0x00010000, 0)
  header.writeUInt16BE(tables.length, 4)
  header.writeUInt16BE(16 * 2 ** power, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE(16 * (tables.length - 2 ** power), 10)
  const parts: Buffer[] = [header]
  let at = header.length
  for (const [n, { tag, bytes }] of tables.entries()) {
    header.write(tag, 12 + 16 * n, 'latin1')
    header.writeUInt32BE(checksum(bytes), 16 + 16 * n)
    header.writeUInt32BE(at, 20 + 16 * n)
    header.writeUInt32BE(bytes.length, 24 + 16 * n)
    parts.push(padded(bytes))
    at += padded(bytes).length
  }
  return Buffer.concat(parts)
}

function checksum(bytes: Buffer): number {
  const whole = padded(bytes)
  let sum = 0
  for (let at = 0; at < whole.length; at += 4) sum = (sum + whole.readUInt32BE(at)) >>> 0
  return sum
}
