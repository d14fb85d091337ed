import { type FileHandle, open } from 'node:fs/promises'
import {
  i32,
  i64,
  listOf,
  readStruct,
  struct,
  type ThriftField,
  type ThriftList,
  type ThriftStruct,
  type ThriftValue,
  writeStruct,
} from './thrift-compact.ts'

const MAGIC = Buffer.from('PAR1')
/** Behind the description of a file: its length, and the magic number. */
const TAIL_BYTES = 8
const COPIED_AT_ONCE = 1024 * 1024

/** Ids of the fields of Parquet's structs, as parquet.thrift has them. */
const FILE = { version: 1, schema: 2, rows: 3, rowGroups: 4, createdBy: 6, columnOrders: 7 }
const KNOWN_OF_FILE: ReadonlySet<number> = new Set(Object.values(FILE))
const SCHEMA = { children: 5, fieldId: 9 }
const GROUP = { columns: 1, bytes: 2, sorting: 4, offset: 5, compressedBytes: 6 }
const CHUNK = { offset: 2, about: 3 }
const COLUMN = { bytes: 6, compressedBytes: 7, data: 9, index: 10, dictionary: 11, bloom: 14, bloomBytes: 15 }

/**
 * Copies a segment without the columns whose ids are not among those to keep. Parquet holds the values of a column together, so their bytes are
 * taken over as they are packed, and nothing of the others is: neither values nor what the description of the file says of them.
 * False: the file has columns inside of columns, which segments have not; nothing is written then.
 */
export async function dropColumns(from: string, to: string, kept: ReadonlySet<number>): Promise<boolean> {
  const source = await open(from)
  try {
    const file = readStruct(await readDescription(source))
    const [root, ...leaves] = structsIn(listIn(file, FILE.schema))
    if (!root || leaves.some((leaf) => numberIn(leaf, SCHEMA.children) !== undefined)) return false
    const isKept = leaves.map((leaf) => kept.has(Number(numberIn(leaf, SCHEMA.fieldId) ?? -1n)))
    const target = await open(to, 'wx')
    try {
      const copy = new FileCopy(source, target)
      await copy.add(MAGIC)
      const rowGroups: ThriftStruct[] = []
      for (const group of structsIn(listIn(file, FILE.rowGroups))) rowGroups.push(await copyGroup(copy, group, isKept))
      const description = writeStruct(describe(file, root, leaves.filter(at(isKept)), rowGroups, isKept))
      const length = Buffer.alloc(4)
      length.writeUInt32LE(description.length)
      await copy.add(Buffer.concat([description, length, MAGIC]))
    } finally {
      await target.close()
    }
    return true
  } finally {
    await source.close()
  }
}

/** Tells which places of a list are kept. */
const at =
  (isKept: readonly boolean[]) =>
  (_: unknown, n: number): boolean =>
    isKept[n] ?? false

async function readDescription(source: FileHandle): Promise<Buffer> {
  const { size } = await source.stat()
  const tail = await readAt(source, size - TAIL_BYTES, TAIL_BYTES)
  if (!tail.subarray(4).equals(MAGIC)) throw new Error('a segment ends as Parquet files end')
  const length = tail.readUInt32LE(0)
  return readAt(source, size - TAIL_BYTES - length, length)
}

async function readAt(source: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await source.read(bytes, 0, length, position)
  if (bytesRead < length) throw new Error('a segment is shorter than it says')
  return bytes
}

class FileCopy {
  readonly #source: FileHandle
  readonly #target: FileHandle
  #written = 0

  constructor(source: FileHandle, target: FileHandle) {
    this.#source = source
    this.#target = target
  }

  /** Where in the copy they begin. */
  async add(bytes: Buffer): Promise<bigint> {
    const begins = BigInt(this.#written)
    await this.#target.write(bytes)
    this.#written += bytes.length
    return begins
  }

  async addRange(position: bigint, length: bigint): Promise<bigint> {
    const begins = BigInt(this.#written)
    const end = Number(position + length)
    for (let from = Number(position); from < end; from += COPIED_AT_ONCE)
      await this.add(await readAt(this.#source, from, Math.min(COPIED_AT_ONCE, end - from)))
    return begins
  }
}

async function copyGroup(copy: FileCopy, group: ThriftStruct, isKept: readonly boolean[]): Promise<ThriftStruct> {
  const columns: ThriftStruct[] = []
  let [first, bytes, compressedBytes]: [bigint | undefined, bigint, bigint] = [undefined, 0n, 0n]
  for (const chunk of structsIn(listIn(group, GROUP.columns)).filter(at(isKept))) {
    const about = structIn(chunk, CHUNK.about)
    const moved = await copyChunk(copy, about)
    first ??= moved.begins
    bytes += numberIn(about, COLUMN.bytes) ?? 0n
    compressedBytes += numberIn(about, COLUMN.compressedBytes) ?? 0n
    // What else a chunk may say is where its pages are listed, which was not copied.
    columns.push({ fields: [i64(CHUNK.offset, moved.begins), struct(CHUNK.about, moved.about)] })
  }
  return replaced(group, {
    [GROUP.columns]: listOf(GROUP.columns, listIn(group, GROUP.columns).of, columns),
    [GROUP.bytes]: i64(GROUP.bytes, bytes),
    // It names columns by their places.
    [GROUP.sorting]: null,
    [GROUP.offset]: i64(GROUP.offset, first ?? BigInt(MAGIC.length)),
    [GROUP.compressedBytes]: i64(GROUP.compressedBytes, compressedBytes),
  })
}

/** The pages of a column lie behind one another, its dictionary first. */
async function copyChunk(copy: FileCopy, about: ThriftStruct): Promise<{ begins: bigint; about: ThriftStruct }> {
  const data = numberIn(about, COLUMN.data)
  const length = numberIn(about, COLUMN.compressedBytes)
  if (data === undefined || length === undefined) throw new Error('a column of a segment says where it is')
  const dictionary = numberIn(about, COLUMN.dictionary) ?? data
  // Zero: there is none.
  const start = dictionary > 0n && dictionary < data ? dictionary : data
  const begins = await copy.addRange(start, length)
  const bloom = await copyBloomFilter(copy, about)
  return {
    begins,
    about: replaced(about, {
      [COLUMN.data]: i64(COLUMN.data, data - start + begins),
      [COLUMN.index]: null,
      [COLUMN.dictionary]: start === data ? null : i64(COLUMN.dictionary, begins),
      [COLUMN.bloom]: bloom === null ? null : i64(COLUMN.bloom, bloom),
      ...(bloom === null ? { [COLUMN.bloomBytes]: null } : {}),
    }),
  }
}

async function copyBloomFilter(copy: FileCopy, about: ThriftStruct): Promise<bigint | null> {
  const [from, length] = [numberIn(about, COLUMN.bloom), numberIn(about, COLUMN.bloomBytes)]
  return from === undefined || length === undefined ? null : copy.addRange(from, length)
}

function describe(
  file: ThriftStruct,
  root: ThriftStruct,
  leaves: readonly ThriftStruct[],
  rowGroups: readonly ThriftStruct[],
  isKept: readonly boolean[],
): ThriftStruct {
  const schema = [replaced(root, { [SCHEMA.children]: i32(SCHEMA.children, leaves.length) }), ...leaves]
  const orders = fieldOf(file, FILE.columnOrders)?.value
  // Whatever else a writer may have added could speak of a column that is gone.
  const known = { fields: file.fields.filter(({ id }) => KNOWN_OF_FILE.has(id)) }
  return replaced(known, {
    [FILE.schema]: listOf(FILE.schema, listIn(file, FILE.schema).of, schema),
    [FILE.rowGroups]: listOf(FILE.rowGroups, listIn(file, FILE.rowGroups).of, rowGroups),
    ...(isList(orders)
      ? { [FILE.columnOrders]: listOf(FILE.columnOrders, orders.of, orders.items.filter(at(isKept))) }
      : {}),
  })
}

/** The same struct with other fields in their places; null takes one away, and what was not there is not added. */
const replaced = ({ fields }: ThriftStruct, others: Readonly<Record<number, ThriftField | null>>): ThriftStruct => ({
  fields: fields.flatMap((field) => {
    const other = others[field.id]
    if (other === null) return []
    return other ?? field
  }),
})

const fieldOf = ({ fields }: ThriftStruct, id: number) => fields.find((field) => field.id === id)

function numberIn(value: ThriftStruct, id: number): bigint | undefined {
  const found = fieldOf(value, id)?.value
  return typeof found === 'bigint' ? found : undefined
}

const isList = (value: ThriftValue | undefined): value is ThriftList => typeof value === 'object' && 'items' in value
const isStruct = (value: ThriftValue | undefined): value is ThriftStruct =>
  typeof value === 'object' && 'fields' in value

function listIn(value: ThriftStruct, id: number): ThriftList {
  const found = fieldOf(value, id)?.value
  if (!isList(found)) throw new Error(`field ${id} of a Parquet file is a list`)
  return found
}

function structIn(value: ThriftStruct, id: number): ThriftStruct {
  const found = fieldOf(value, id)?.value
  if (!isStruct(found)) throw new Error(`field ${id} of a Parquet file is a struct`)
  return found
}

const structsIn = ({ items }: ThriftList): ThriftStruct[] => items.filter(isStruct)
