import { basename, extname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { ByteSource } from '../byte-source.ts'
import type { CellSink } from '../cell-sink.ts'
import { FileRefused } from '../errors.ts'
import type { Dialect, OpenedFile } from '../opened-file.ts'
import { PLAIN_STYLE } from '../styles.ts'
import { type DecodingFaults, decodeText } from './decode-text.ts'
import { detectDialect } from './detect-dialect.ts'
import { detectEncoding, type FoundEncoding } from './detect-encoding.ts'
import { readTextGrid } from './read-text-grid.ts'
import type { RecordDialect } from './record-dialect.ts'
import { createRecordReader } from './record-reader.ts'

const SAMPLE_CHARACTERS = 128 * 1024

/** Opens delimited text. What the hints say is believed, the rest is found out. */
export async function openCsv(bytes: ByteSource, filename: string, hints: Partial<Dialect> = {}): Promise<OpenedFile> {
  const found = hints.encoding === undefined ? detectEncoding(bytes) : encodingFromHint(bytes, hints.encoding)
  const sample = sampleOf(bytes, found)
  const separator = SEPARATOR_LINE.exec(sample)
  const dialect: Dialect = {
    ...detectDialect(separator === null ? sample : sample.slice(separator[0].length), {
      ...(separator === null ? {} : { delimiter: separator[1] ?? ',' }),
      ...dialectHints(hints),
    }),
    encoding: found.encoding,
    encodingConfidence: found.confidence,
  }
  const text: TextFile = { bytes, dialect, textFrom: found.textFrom, skipsFirstLine: separator !== null }
  const scan = (_: number, sink: CellSink) => scanText(text, sink)
  return {
    format: dialect.delimiter === '\t' ? 'tsv' : 'csv',
    sheets: [{ name: basename(filename, extname(filename)), state: 'visible' }],
    styles: [PLAIN_STYLE],
    isDate1904: false,
    dialect,
    scan,
    readGrid: (sheet, bounds) => readTextGrid((sink) => scan(sheet, sink), bounds),
    close: () => bytes.close(),
  }
}

/** The line that tells Excel the delimiter; it is no row. */
const SEPARATOR_LINE = /^sep=(.)(?:\r\n|\n|\r)/i

type TextFile = { bytes: ByteSource; dialect: Dialect; textFrom: number; skipsFirstLine: boolean }

async function scanText({ bytes, dialect, textFrom, skipsFirstLine }: TextFile, sink: CellSink) {
  const faults = noFaults()
  const reader = createRecordReader(dialect, sink, { firstRow: skipsFirstLine ? 1 : 0 })
  let isFirst = true
  for (const part of decodeText(bytes, dialect.encoding, textFrom, faults)) {
    reader.push(isFirst && skipsFirstLine ? part.replace(SEPARATOR_LINE, '') : part)
    isFirst = false
    if (reader.isFull()) break
    // Between two parts others have their turn: who watches how far it is, who wants it to stop.
    await setImmediate()
    await sink.ready?.()
  }
  if (!reader.isFull()) reader.end()
  reportFaults(sink, faults, reader.strayQuotes())
}

const noFaults = (): DecodingFaults => ({ undecodable: 0, nuls: 0, misread: 0 })

function reportFaults(sink: CellSink, { undecodable, nuls, misread }: DecodingFaults, strayQuotes: number) {
  const report = (code: string, count: number, message: string) => {
    if (count > 0) sink.mended?.(code, count, message)
  }
  report('undecodable_bytes', undecodable, `${undecodable} places are not text in this encoding and became \uFFFD.`)
  report('nul_characters_removed', nuls, `${nuls} NUL characters were left out; no text of a table can hold them.`)
  report(
    'misread_characters',
    misread,
    `${misread} signs of Windows-1252 were written as control characters and put right.`,
  )
  report('stray_quotes', strayQuotes, `${strayQuotes} fields break the rules of quoting and were read as they stand.`)
}

function sampleOf(bytes: ByteSource, { encoding, textFrom }: FoundEncoding): string {
  let sample = ''
  for (const part of decodeText(bytes, encoding, textFrom, noFaults())) {
    sample += part
    if (sample.length >= SAMPLE_CHARACTERS) break
  }
  return sample.slice(0, SAMPLE_CHARACTERS)
}

/** An encoding that the caller named. */
function encodingFromHint(bytes: ByteSource, name: string): FoundEncoding {
  const encoding = encodingNamed(name)
  const first = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes.read(0, 4))
  const mark = first.startsWith('\uFEFF') ? Buffer.from('\uFEFF', encoding === 'utf-8' ? 'utf8' : 'utf16le').length : 0
  return { encoding, confidence: 1, textFrom: mark }
}

function encodingNamed(name: string): string {
  try {
    return new TextDecoder(OTHER_NAMES[name.toLowerCase()] ?? name).encoding
  } catch {
    throw new FileRefused('unsupported', `The encoding ${name} is not known.`)
  }
}

/** Names that people and other programs use and the WHATWG does not list. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  'utf-8-bom': 'utf-8',
  'utf-8-sig': 'utf-8',
}

function dialectHints({ delimiter, quoteChar, escapeChar }: Partial<Dialect>): Partial<RecordDialect> {
  return {
    ...(delimiter === undefined ? {} : { delimiter: oneCharacter('delimiter', delimiter) }),
    ...(quoteChar === undefined ? {} : { quoteChar: quoteChar && oneCharacter('quote', quoteChar) }),
    ...(escapeChar === undefined ? {} : { escapeChar: escapeChar && oneCharacter('escape', escapeChar) }),
  }
}

function oneCharacter(name: string, text: string): string {
  if (text.length === 1) return text
  throw new FileRefused('unsupported', `The ${name} must be one character, and ${JSON.stringify(text)} is not.`)
}
