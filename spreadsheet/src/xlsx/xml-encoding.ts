import { TextDecoder } from 'node:util'
import { corruptXml } from './xml-errors.ts'

/** The same XML in UTF-8, whatever it came in: parts by some programs are UTF-16, or declare an encoding of their own. */
export async function* inUtf8(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let recode: ((piece: Buffer) => Buffer) | null = null
  for await (const piece of pieces) {
    const isFirst = recode === null
    recode ??= recoderFor(piece)
    const recoded = recode(piece)
    yield isFirst ? withoutMark(recoded) : recoded
  }
}

export function inUtf8Whole(part: Buffer): Buffer {
  return withoutMark(recoderFor(part)(part))
}

function recoderFor(start: Buffer): (piece: Buffer) => Buffer {
  const encoding = encodingOf(start)
  if (encoding === 'utf-8') return (piece) => piece
  const decoder = decoderFor(encoding)
  return (piece) => {
    try {
      return Buffer.from(decoder.decode(piece, { stream: true }))
    } catch {
      throw corruptXml('it holds bytes that are no text')
    }
  }
}

function encodingOf(start: Buffer): string {
  const mark = start.length < 2 ? 0 : start.readUInt16BE(0)
  if (mark === 0xfffe || mark === 0x3c00) return 'utf-16le'
  if (mark === 0xfeff || mark === 0x003c) return 'utf-16be'
  const [, declared] =
    /^[^<]{0,3}<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start.toString('latin1', 0, 200)) ?? []
  const encoding = declared?.toLowerCase() ?? 'utf-8'
  // Some programs declare UTF-16 and write UTF-8: one byte for `<` tells.
  return /^(?:utf-?8|utf-?16.*|us-ascii|ascii)$/.test(encoding) ? 'utf-8' : encoding
}

function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw corruptXml('its encoding is not known')
  }
}

function withoutMark(piece: Buffer): Buffer {
  return piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf ? piece.subarray(3) : piece
}
