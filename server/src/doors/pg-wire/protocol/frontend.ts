import type { Message } from './message-reader.ts'
import { invalidMessage, protocolViolation, wireError } from './wire-error.ts'

/** What a client says once it is let in. */
export type Frontend =
  | { kind: 'query'; sql: string }
  | { kind: 'parse'; name: string; sql: string; types: readonly number[] }
  | Bind
  | { kind: 'describe' | 'close'; of: 'statement' | 'portal'; name: string }
  | { kind: 'execute'; portal: string; maxRows: number }
  | { kind: 'sync' | 'flush' | 'terminate' | 'copy-ignored' }

export type Bind = {
  kind: 'bind'
  portal: string
  statement: string
  /** 0 is text, 1 binary: for all, or for each. */
  formats: readonly number[]
  values: readonly (Buffer | null)[]
  resultFormats: readonly number[]
}

const MOST_PARAMETERS = 1_000
const decoder = new TextDecoder('utf-8', { fatal: true })

export function readFrontend({ letter, body }: Message): Frontend {
  const read = new BodyReader(body)
  const message = readKind(letter, read)
  read.end()
  return message
}

function readKind(letter: string, read: BodyReader): Frontend {
  switch (letter) {
    case 'Q':
      return { kind: 'query', sql: read.text() }
    case 'P':
      return { kind: 'parse', name: read.text(), sql: read.text(), types: read.list(() => read.int32()) }
    case 'B':
      return readBind(read)
    case 'D':
      return { kind: 'describe', of: read.target(), name: read.text() }
    case 'C':
      return { kind: 'close', of: read.target(), name: read.text() }
    case 'E':
      return { kind: 'execute', portal: read.text(), maxRows: Math.max(0, read.int32()) }
    case 'S':
      return { kind: 'sync' }
    case 'H':
      return { kind: 'flush' }
    case 'X':
      return { kind: 'terminate' }
    case 'd':
    case 'c':
    case 'f':
      // Data for a COPY that is not under way: PostgreSQL passes over it too.
      read.skip()
      return { kind: 'copy-ignored' }
    case 'F':
      throw wireError('0A000', 'function calls by number are not supported')
    default:
      throw protocolViolation(`invalid frontend message type ${letter.charCodeAt(0)}`)
  }
}

function readBind(read: BodyReader): Bind {
  const portal = read.text()
  const statement = read.text()
  const formats = read.list(() => read.format())
  const values = read.list(() => read.value())
  const resultFormats = read.list(() => read.format())
  if (formats.length > 1 && formats.length !== values.length)
    throw invalidMessage(`bind message has ${formats.length} parameter formats but ${values.length} parameters`)
  return { kind: 'bind', portal, statement, formats, values, resultFormats }
}

/** Reads the parts of a message; one that is shorter or longer than it says breaks the protocol. */
export class BodyReader {
  readonly #body: Buffer
  #at = 0

  constructor(body: Buffer) {
    this.#body = body
  }

  text(): string {
    const end = this.#body.indexOf(0, this.#at)
    if (end < 0) throw invalidMessage('invalid string in message')
    const bytes = this.#body.subarray(this.#at, end)
    this.#at = end + 1
    return utf8(bytes)
  }

  int16(): number {
    return this.#body.readInt16BE(this.#move(2))
  }

  int32(): number {
    return this.#body.readInt32BE(this.#move(4))
  }

  format(): number {
    const format = this.int16()
    if (format !== 0 && format !== 1) throw invalidMessage(`unsupported format code: ${format}`)
    return format
  }

  target(): 'statement' | 'portal' {
    const letter = String.fromCharCode(this.#body[this.#move(1)] ?? 0)
    if (letter === 'S') return 'statement'
    if (letter === 'P') return 'portal'
    throw invalidMessage('invalid DESCRIBE or CLOSE message')
  }

  list<T>(read: () => T): T[] {
    const count = this.int16()
    if (count < 0 || count > MOST_PARAMETERS) throw invalidMessage('invalid count in message')
    return Array.from({ length: count }, read)
  }

  value(): Buffer | null {
    const length = this.int32()
    if (length === -1) return null
    if (length < 0) throw invalidMessage('invalid parameter length')
    const from = this.#move(length)
    // A copy: a small value would hold the whole message in memory.
    return Buffer.from(this.#body.subarray(from, from + length))
  }

  skip() {
    this.#at = this.#body.length
  }

  end() {
    if (this.#at !== this.#body.length) throw invalidMessage('invalid message format')
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#body.length
  }

  #move(bytes: number): number {
    const at = this.#at
    if (at + bytes > this.#body.length) throw invalidMessage('insufficient data left in message')
    this.#at = at + bytes
    return at
  }
}

export function utf8(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw wireError('22021', 'invalid byte sequence for encoding "UTF8"')
  }
}
