import { FileRefused } from '../errors.ts'
import { newXmlCursor, type XmlCursor } from './xml-cursor.ts'
import { inUtf8 } from './xml-encoding.ts'
import { corruptXml } from './xml-errors.ts'

/** Reads on as far as it can and leaves the cursor there; true: enough was read. */
export type XmlReader = (x: XmlCursor) => boolean

const LARGEST_BLOCK_BYTES = 32 * 1024 ** 2

/** Passes XML once through a reader, with only what the reader could not use yet in memory. */
export async function readXmlStream(pieces: AsyncIterable<Buffer>, read: XmlReader): Promise<void> {
  const x = newXmlCursor(Buffer.alloc(0))
  let neededBytes = 0
  for await (const piece of inUtf8(pieces)) {
    append(x, piece)
    if (x.end - x.at < neededBytes) continue
    if (read(x)) return
    // A long block is tried again only once twice as much of it is there: it is not read a thousand times.
    neededBytes = 2 * (x.end - x.at)
    if (neededBytes > 2 * LARGEST_BLOCK_BYTES)
      throw new FileRefused('too_large', 'A cell of the spreadsheet is too large.')
  }
  if (!read(x) && x.bytes.subarray(x.at, x.end).toString().trim() !== '') throw corruptXml('it ends in the middle')
}

function append(x: XmlCursor, piece: Buffer) {
  const rest = x.end - x.at
  if (rest + piece.length > x.bytes.length) {
    const larger = Buffer.allocUnsafeSlow(2 * (rest + piece.length))
    x.bytes.copy(larger, 0, x.at, x.end)
    x.bytes = larger
  } else {
    x.bytes.copyWithin(0, x.at, x.end)
  }
  piece.copy(x.bytes, rest)
  x.at = 0
  x.end = rest + piece.length
}
