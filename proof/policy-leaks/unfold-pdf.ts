import { inflateSync } from 'node:zlib'

/** Every stream of a PDF, and what its pages say: they name glyphs, and a table says which characters these are. */
export function* pdfTexts(bytes: Buffer): Generator<Buffer> {
  const streams = packedIn(bytes).map((packed) => inflateSync(packed))
  yield* streams
  const characters = new Map(streams.flatMap((stream) => [...glyphsIn(stream.toString('latin1'))]))
  for (const stream of streams) {
    const spelled = [...stream.toString('latin1').matchAll(/<([0-9a-f]+)> Tj/gi)].map(([, hex = '']) =>
      (hex.match(/.{4}/g) ?? []).map((glyph) => characters.get(glyph) ?? '').join(''),
    )
    if (spelled.length > 0) yield Buffer.from(spelled.join('\n'))
  }
}

/** By the length that each says: its last byte may be a line feed of its own. */
function packedIn(bytes: Buffer): Buffer[] {
  const heads = [...bytes.toString('latin1').matchAll(/<<([^>]*\/FlateDecode[^>]*)>>\s*stream\r?\n/g)]
  return heads.map(({ 0: head, 1: said = '', index }) => {
    const length = Number(/\/Length (\d+)/.exec(said)?.[1])
    return bytes.subarray(index + head.length, index + head.length + length)
  })
}

function* glyphsIn(stream: string): Generator<[string, string]> {
  for (const [, list = ''] of stream.matchAll(/beginbfchar\n([\s\S]*?)\nendbfchar/g))
    for (const [, glyph = '', utf16 = ''] of list.matchAll(/<(\w{4})> <(\w+)>/g))
      yield [glyph, Buffer.from(utf16, 'hex').swap16().toString('utf16le')]
}
