import { Turn } from '../../turns.ts'
import { unreadable } from '../response/problem.ts'
import { MOST_LEVELS, tooDeep } from './storable.ts'

/** Texts up to this length take about a millisecond. */
const SLICE = 64 * 1024
const MOST_BELOW = 1024 * 1024
/** Steps between two looks at the clock. */
const STEPS = 2_000

/** A list or an object that is not closed yet. Its members up to `from` are in `value`; those behind it are text still. */
type Open = {
  value: unknown[] | Record<string, unknown>
  /** Where it begins. */
  at: number
  /** Where the members begin that were not parsed yet. */
  from: number
  /** Where the member under way begins: behind the last comma. */
  member: number
  /** The member under way was put into `value` already. */
  isTaken: boolean
}

/** A plain parser of JSON: throws what is wrong. */
type Parse = (text: string) => unknown

/**
 * Parses a long JSON text as `parse` would, in slices between which others have their turn. Members of lists and objects are parsed in
 * groups; one that is long itself has been parsed when it ends.
 */
export async function parseInSlices(text: string, parse: Parse): Promise<unknown> {
  if (text.length <= SLICE) return parse(text)
  return new SlicedText(text, parse).read()
}

class SlicedText {
  readonly #text: string
  readonly #parse: Parse
  readonly #open: Open[] = []
  /** Levels below the deepest that is parsed by itself, and where the first of them begins. */
  #below = 0
  #belowAt = 0
  readonly #turn = new Turn()
  #steps = 0

  constructor(text: string, parse: Parse) {
    this.#text = text
    this.#parse = parse
  }

  async read(): Promise<unknown> {
    const text = this.#text
    let isInText = false
    for (let at = 0; at < text.length; at++) {
      if (this.#steps++ % STEPS === 0 && this.#turn.isOver) await this.#turn.next()
      if (isInText) {
        at = text.indexOf('"', at)
        if (at < 0) break
        isInText = this.#isEscaped(at)
        continue
      }
      const sign = text.charCodeAt(at)
      if (sign === QUOTE) isInText = true
      const whole = this.#readSign(sign, at)
      if (whole) return this.#onlyOne(whole.value, at)
    }
    if (this.#open.length > 0) throw unreadable()
    // A single text or number.
    return this.#parse(text)
  }

  /** The outermost, where it ends with this sign. */
  #readSign(sign: number, at: number): Open | undefined {
    if (sign === COMMA) this.#endMember(at)
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) this.#begin(at, sign === OPEN_LIST ? [] : {})
    else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) return this.#end(at, sign === CLOSE_LIST)
    return undefined
  }

  #begin(at: number, value: Open['value']) {
    if (this.#open.length === 0) this.#mustBeBlank(0, at)
    if (this.#open.length === MOST_LEVELS) {
      if (this.#below++ === 0) this.#belowAt = at
      return
    }
    this.#open.push({ value, at, from: at + 1, member: at + 1, isTaken: false })
  }

  #isEscaped(quote: number): boolean {
    let first = quote
    while (this.#text.charCodeAt(first - 1) === BACKSLASH) first--
    return (quote - first) % 2 === 1
  }

  #endMember(at: number) {
    const open = this.#open.at(-1)
    if (!open || this.#below > 0) return
    if (open.isTaken) this.#mustBeBlank(open.from, at)
    if (open.isTaken || at - open.from >= SLICE) {
      if (!open.isTaken) this.#take(open, at)
      Object.assign(open, { from: at + 1, isTaken: false })
    }
    open.member = at + 1
  }

  /** The outermost, when it ends. */
  #end(at: number, isList: boolean): Open | undefined {
    if (this.#below > 0) {
      // What lies so deep is parsed at once, or not at all.
      if (--this.#below === 0 && at - this.#belowAt > MOST_BELOW) throw tooDeep('body')
      return undefined
    }
    const open = this.#open.pop()
    if (!open || Array.isArray(open.value) !== isList) throw unreadable()
    const around = this.#open.at(-1)
    // A short one is parsed with its neighbours.
    if (around && at - open.at < SLICE && open.from === open.at + 1) return undefined
    if (open.isTaken) this.#mustBeBlank(open.from, at)
    else if (open.from > open.at + 1 || !BLANK.test(this.#text.slice(open.from, at))) this.#take(open, at)
    if (!around) return open
    this.#put(around, open, at)
    return undefined
  }

  /** Parses the members up to here that are text still. There is one at least. */
  #take({ value, from }: Open, until: number) {
    const members = this.#text.slice(from, until)
    if (BLANK.test(members)) throw unreadable()
    // The clock is looked at after each group.
    this.#steps = 0
    // Safe: the brackets say what comes out.
    if (Array.isArray(value)) for (const member of this.#parse(`[${members}]`) as unknown[]) value.push(member)
    else Object.assign(value, this.#parse(`{${members}}`))
  }

  /** Puts a long member, which has been parsed by now, into the one around it. */
  #put(around: Open, { value, at }: Open, end: number) {
    if (around.isTaken) throw unreadable()
    if (around.member > around.from) this.#take(around, around.member - 1)
    const before = this.#text.slice(around.member, at)
    if (Array.isArray(around.value)) {
      if (!BLANK.test(before)) throw unreadable()
      around.value.push(value)
    } else {
      // Safe: braces make an object.
      const named = this.#parse(`{${before}${EMPTY}}`) as Record<string, unknown>
      for (const name of Object.keys(named)) around.value[name] = value
    }
    Object.assign(around, { from: end + 1, isTaken: true })
  }

  #mustBeBlank(from: number, until: number) {
    if (!BLANK.test(this.#text.slice(from, until))) throw unreadable()
  }

  #onlyOne(value: unknown, at: number): unknown {
    this.#mustBeBlank(at + 1, this.#text.length)
    return value
  }
}

/** Where a name may not be given to an object, it may not be given to this one either. */
const EMPTY = '{"prototype":0}'
const BLANK = /^[ \t\n\r]*$/
const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
