import { gunzipSync, inflateSync } from 'node:zlib'
import { bytesOf } from '../../spreadsheet/src/byte-source.ts'
import { unpackEntry } from '../../spreadsheet/src/zip/unpack-entry.ts'
import { readZipDirectory } from '../../spreadsheet/src/zip/zip-directory.ts'

/** Everything an answer may hold its values in: as it came, and with its wrappings undone. */
export async function* unfold(bytes: Buffer): AsyncGenerator<Buffer> {
  yield* texts(bytes)
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) yield* unfold(gunzipSync(bytes))
  if (bytes.subarray(0, 2).toString() === 'PK') yield* entries(bytes)
  if (bytes.subarray(0, 5).toString() === '%PDF-') yield* pdfStreams(bytes)
}

async function* entries(bytes: Buffer): AsyncGenerator<Buffer> {
  const source = bytesOf(bytes)
  for (const entry of readZipDirectory(source).values()) {
    yield Buffer.from(entry.name)
    const parts: Buffer[] = []
    for await (const part of unpackEntry(source, entry)) parts.push(Buffer.from(part))
    yield* unfold(Buffer.concat(parts))
  }
}

/** Every stream of a PDF, and what its pages say: they name glyphs, and a table says which characters these are. */
function* pdfStreams(bytes: Buffer): Generator<Buffer> {
  const packed = [...bytes.toString('latin1').matchAll(/\/FlateDecode[^>]*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g)]
  const streams = packed.map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')))
  yield* streams
  const characters = new Map(streams.flatMap((stream) => [...glyphsIn(stream.toString('latin1'))]))
  for (const stream of streams) {
    const spelled = [...stream.toString('latin1').matchAll(/<([0-9a-f]+)> Tj/gi)].map(([, hex = '']) =>
      (hex.match(/.{4}/g) ?? []).map((glyph) => characters.get(glyph) ?? '').join(''),
    )
    if (spelled.length > 0) yield Buffer.from(spelled.join('\n'))
  }
}

function* glyphsIn(stream: string): Generator<[string, string]> {
  for (const [, list = ''] of stream.matchAll(/beginbfchar\n([\s\S]*?)\nendbfchar/g))
    for (const [, glyph = '', utf16 = ''] of list.matchAll(/<(\w{4})> <(\w+)>/g))
      yield [glyph, Buffer.from(utf16, 'hex').swap16().toString('utf16le')]
}

function* texts(bytes: Buffer): Generator<Buffer> {
  yield bytes
  const text = bytes.toString('utf8')
  if (bytes.includes(0)) yield Buffer.from(bytes.toString('utf16le'))
  if (/\\[u/]/.test(text))
    yield Buffer.from(text.replace(/\\u([0-9a-f]{4})/gi, (_, code) => char(code, 16)).replaceAll('\\/', '/'))
  if (text.includes('&#')) yield Buffer.from(text.replace(/&#x([0-9a-f]+);/gi, (_, code) => char(code, 16)))
  if (/%[0-9a-f]{2}/i.test(text)) yield Buffer.from(text.replace(/(?:%[0-9a-f]{2})+/gi, percentDecoded))
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{24,}={0,2}/g)) yield Buffer.from(run, 'base64')
}

const char = (code: string, base: number) => String.fromCodePoint(Number.parseInt(code, base))

const percentDecoded = (run: string) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8')
