/**
 * As much of Google's FlatBuffers as the messages of Arrow take. What is written is given as a tree: a table has its fields
 * by their number in the schema, and everything that is referred to lies behind what refers to it.
 */
export type FlatNode =
  | { table: readonly (FlatField | undefined)[] }
  | { text: string }
  | { vector: readonly FlatNode[] }
  /** Structs of 64-bit integers, one behind the other. */
  | { structs: readonly bigint[]; width: number }

export type FlatField = { bits: 8 | 16 | 32 | 64; value: number | bigint } | FlatNode

export const byte = (value: number | boolean): FlatField => ({ bits: 8, value: Number(value) })
export const short = (value: number): FlatField => ({ bits: 16, value })
export const int = (value: number): FlatField => ({ bits: 32, value })
export const long = (value: number | bigint): FlatField => ({ bits: 64, value })

/** The bytes, a multiple of eight. */
export function writeFlatBuffer(root: FlatNode): Buffer {
  const page: Page = { bytes: Buffer.alloc(1024), length: 4 }
  refer(page, 0, root)
  align(page, 8, 0)
  return page.bytes.subarray(0, page.length)
}

/** What is written so far. What is not written is zero. */
type Page = { bytes: Buffer; length: number }

function refer(page: Page, from: number, node: FlatNode) {
  const to = place(page, node)
  page.bytes.writeUInt32LE(to - from, from)
}

/** Where the node begins. */
function place(page: Page, node: FlatNode): number {
  if ('table' in node) return placeTable(page, node.table)
  if ('text' in node) return placeText(page, node.text)
  if ('vector' in node) return placeVector(page, node.vector)
  return placeStructs(page, node.structs, node.width)
}

const widthOf = (field: FlatField) => ('bits' in field ? field.bits / 8 : 4)

function placeTable(page: Page, fields: readonly (FlatField | undefined)[]): number {
  let size = 4
  const offsets = fields.map((field) => {
    if (!field) return 0
    const width = widthOf(field)
    const offset = Math.ceil(size / width) * width
    size = offset + width
    return offset
  })
  const names = claim(page, 4 + fields.length * 2, 2)
  const table = claim(page, size, 8)
  page.bytes.writeUInt16LE(4 + fields.length * 2, names)
  page.bytes.writeUInt16LE(size, names + 2)
  for (const [n, offset] of offsets.entries()) page.bytes.writeUInt16LE(offset, names + 4 + n * 2)
  page.bytes.writeInt32LE(table - names, table)
  for (const [n, field] of fields.entries()) if (field) placeField(page, table + (offsets[n] ?? 0), field)
  return table
}

function placeField(page: Page, at: number, field: FlatField) {
  if (!('bits' in field)) refer(page, at, field)
  else if (field.bits === 64) page.bytes.writeBigInt64LE(BigInt(field.value), at)
  else page.bytes.writeIntLE(Number(field.value), at, field.bits / 8)
}

function placeText(page: Page, text: string): number {
  const length = Buffer.byteLength(text)
  const at = claim(page, 4 + length + 1, 4)
  page.bytes.writeUInt32LE(length, at)
  page.bytes.write(text, at + 4)
  return at
}

function placeVector(page: Page, nodes: readonly FlatNode[]): number {
  const at = claim(page, 4 + nodes.length * 4, 4)
  page.bytes.writeUInt32LE(nodes.length, at)
  for (const [n, node] of nodes.entries()) refer(page, at + 4 + n * 4, node)
  return at
}

function placeStructs(page: Page, longs: readonly bigint[], width: number): number {
  // The count stands right before the first struct, and that at a multiple of eight.
  align(page, 8, 4)
  const at = claim(page, 4 + longs.length * 8, 4)
  page.bytes.writeUInt32LE(longs.length / width, at)
  for (const [n, value] of longs.entries()) page.bytes.writeBigInt64LE(value, at + 4 + n * 8)
  return at
}

function claim(page: Page, size: number, alignment: number): number {
  align(page, alignment, 0)
  const at = page.length
  page.length += size
  makeRoom(page)
  return at
}

function align(page: Page, alignment: number, remainder: number) {
  while (page.length % alignment !== remainder) page.length++
  makeRoom(page)
}

function makeRoom(page: Page) {
  if (page.length <= page.bytes.length) return
  const grown = Buffer.alloc(Math.max(page.length, page.bytes.length * 2))
  page.bytes.copy(grown)
  page.bytes = grown
}
