import { invalidOData } from '../odata.errors.ts'

/** `at`: the character where it stands, from 1. */
export type Token = { kind: TokenKind; text: string; at: number }
export type TokenKind = 'string' | 'moment' | 'date' | 'guid' | 'time' | 'number' | 'name' | 'sign' | 'end'

/** What may stand next, in this order: a date begins like a number, and a guid may. */
const KINDS: readonly (readonly [TokenKind, RegExp])[] = [
  ['string', /'(?:[^']|'')*'/y],
  ['moment', /-?\d{4,6}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,12})?)?(?:Z|[+-]\d{2}:\d{2})/iy],
  ['guid', /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/iy],
  ['date', /-?\d{4,6}-\d{2}-\d{2}/y],
  ['time', /\d{2}:\d{2}(?::\d{2}(?:\.\d{1,12})?)?/y],
  ['number', /(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|-INF|INF|NaN)(?![\p{L}\p{N}_])/iuy],
  ['name', /[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*/uy],
  ['sign', /[(),/:=*-]/y],
]
const BLANKS = /[ \t]*/y

export function readTokens(option: string, text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  for (;;) {
    at += match(BLANKS)?.length ?? 0
    if (at >= text.length) return [...tokens, { kind: 'end', text: '', at: at + 1 }]
    const found = KINDS.map(([kind, pattern]) => ({ kind, text: match(pattern) })).find((one) => one.text !== undefined)
    if (found?.text === undefined) throw invalidOData(`'${text.slice(at, at + 20)}' is not understood.`, option, at + 1)
    tokens.push({ kind: found.kind, text: found.text, at: at + 1 })
    at += found.text.length
  }
}

/** Reads tokens one after another, and says where something is wrong. */
export class TokenReader {
  readonly option: string
  readonly #tokens: readonly Token[]
  #place = 0

  constructor(option: string, text: string) {
    this.option = option
    this.#tokens = readTokens(option, text)
  }

  get next(): Token {
    // Safe: the last token is the end, and is never passed.
    return this.#tokens[this.#place] as Token
  }

  /** The one behind the next. */
  get second(): Token {
    return (this.#tokens[this.#place + 1] ?? this.#tokens.at(-1)) as Token
  }

  take(): Token {
    const token = this.next
    if (token.kind !== 'end') this.#place += 1
    return token
  }

  /** Takes a sign or a word, if it is the next. */
  takes(text: string): boolean {
    const { kind } = this.next
    if ((kind !== 'sign' && kind !== 'name') || this.next.text !== text) return false
    this.take()
    return true
  }

  expect(text: string) {
    if (!this.takes(text)) throw this.wrong(`'${text}' is expected`)
  }

  expectName(): Token {
    if (this.next.kind !== 'name') throw this.wrong('a name is expected')
    return this.take()
  }

  expectEnd() {
    if (this.next.kind !== 'end') throw this.wrong('nothing more is expected')
  }

  wrong(expected: string) {
    const { text, at } = this.next
    return invalidOData(`${expected}, not ${text === '' ? 'the end' : `'${text.slice(0, 50)}'`}.`, this.option, at)
  }
}
