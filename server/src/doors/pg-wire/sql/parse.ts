import { createRequire } from 'node:module'
import type { Node, ParseResult } from 'libpg-query'
import { wireError } from '../protocol/wire-error.ts'

/**
 * PostgreSQL's own parser, as WebAssembly. An instance of our own rather than the package's: a text that is nested so deeply that the
 * stack ends leaves an instance in the middle of its work, and the next text gets a new one.
 */
type Parser = {
  _malloc: (bytes: number) => number
  _free: (at: number) => void
  _wasm_parse_query_raw: (text: number) => number
  _wasm_free_parse_result: (result: number) => void
  getValue: (at: number, type: 'i32') => number
  lengthBytesUTF8: (text: string) => number
  stringToUTF8: (text: string, at: number, bytes: number) => void
  UTF8ToString: (at: number) => string
}

// Safe: the module exports one function that makes an instance.
const newParser = createRequire(import.meta.url)('libpg-query/wasm/libpg-query.js') as () => Promise<Parser>

let parser: Promise<Parser> | undefined

/** A statement of a text. `placeOf`: where a node stands, in UTF-16 units of the whole text. */
export type ParsedStatement = { node: Node; placeOf: PlaceOf }
export type PlaceOf = (location: number | undefined) => number

/** As many as a query over HTTP may have. What is longer is refused before it is read. */
const MOST_CHARACTERS = 100_000

/** Lists of values are long; of names and operators 20,000 take 0.2 s to parse, during which the node does nothing else. */
const MOST_WORDS = 20_000
const WORD = /[A-Za-z_][\w$]*|[-+*/<>=~!@#%^&|?:]+/g
/** Its memory never shrinks: after a text of this length the next one gets a new instance. */
const LONG = 20_000

/** The statements of a text, without those that are empty. */
export async function parseStatements(sql: string): Promise<ParsedStatement[]> {
  if (sql.length > MOST_CHARACTERS) throw wireError('54000', `a text has ${MOST_CHARACTERS} characters at most`)
  if (sql.length > LONG && (sql.match(WORD)?.length ?? 0) > MOST_WORDS) throw tooComplex()
  parser ??= newParser()
  const { stmts = [] } = parsed(await parser, sql)
  const placeOf = placesIn(sql)
  return stmts.flatMap(({ stmt }) => (stmt ? [{ node: stmt, placeOf }] : []))
}

function parsed(instance: Parser, sql: string): ParseResult {
  if (sql.length > LONG) parser = undefined
  const bytes = instance.lengthBytesUTF8(sql) + 1
  const text = instance._malloc(bytes)
  instance.stringToUTF8(sql, text, bytes)
  const result = tree(instance, text)
  try {
    const [json = 0, , error = 0] = [0, 4, 8].map((offset) => instance.getValue(result + offset, 'i32'))
    if (error !== 0) throw syntaxError(instance, error, sql)
    return JSON.parse(instance.UTF8ToString(json))
  } finally {
    instance._wasm_free_parse_result(result)
    instance._free(text)
  }
}

function tree(instance: Parser, text: number): number {
  try {
    return instance._wasm_parse_query_raw(text)
  } catch (error) {
    // It stopped in the middle of its work.
    parser = undefined
    if (error instanceof Error && OUT_OF_STACK.has(error.name)) throw tooComplex()
    throw error
  }
}

/** What V8 throws within WebAssembly. */
const OUT_OF_STACK = new Set(['RangeError', 'RuntimeError'])

export const tooComplex = () => wireError('54001', 'the statement is too long, or nested too deeply')

/** The parser counts characters, from 1. */
function syntaxError(instance: Parser, error: number, sql: string) {
  const message = instance.UTF8ToString(instance.getValue(error, 'i32'))
  if (message.startsWith('memory exhausted')) return tooComplex()
  const characters = instance.getValue(error + 16, 'i32') - 1
  return wireError('42601', message, { place: [...sql].slice(0, Math.max(0, characters)).join('').length })
}

/** Nodes have places in bytes. */
function placesIn(sql: string): PlaceOf {
  let bytes: Buffer | undefined
  return (location) => {
    if (location === undefined || location < 0) return -1
    bytes ??= Buffer.from(sql)
    return bytes.length === sql.length ? location : bytes.subarray(0, location).toString().length
  }
}
