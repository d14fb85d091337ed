import { tooComplex } from './nesting.ts'
import type { Piece } from './piece.ts'
import { nameIn, type Token } from './tokens.ts'

/** Tokens that are read from left to right, and what was made of them so far. */
export class TokenRun {
  readonly tokens: readonly Token[]
  readonly pieces: Piece[] = []
  at = 0

  readonly #closings: ReadonlyMap<number, number>

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
    this.#closings = closingsIn(tokens)
  }

  keep(token: Token, text = token.text) {
    this.pieces.push({ text, start: token.start, token })
    this.at += 1
  }

  put(token: Token, text: string, next: number) {
    this.pieces.push({ text, start: token.start })
    this.at = next
  }

  lastName(): string | undefined {
    const last = this.pieces.findLast(({ token }) => token?.kind !== 'space')
    return nameIn(last?.token)
  }

  lastText(): string | undefined {
    return this.pieces.findLast(({ token }) => token?.kind !== 'space')?.text
  }

  /** Puts a text before the name that was read last. */
  beforeName(text: string) {
    const at = this.pieces.findLastIndex(({ token }) => token?.kind !== 'space')
    const piece = this.pieces[at]
    if (piece) this.pieces[at] = { ...piece, text: `${text}${piece.text}` }
  }

  /** The place of the next token that means something, from `from` on. */
  next(from: number): number {
    let at = from
    while (this.tokens[at]?.kind === 'space') at += 1
    return at
  }

  textAt(at: number): string {
    return this.tokens[at]?.text ?? ''
  }

  /** Where a bracket closes; the end, where it does not. */
  closing(open: number): number {
    return this.#closings.get(open) ?? this.tokens.length
  }

  /** Takes back what stands before a cast: a literal, a name with its qualifiers, or something in brackets, with casts of its own. */
  takeOperand(): Piece[] {
    let from = this.#operandStart(this.pieces.length - 1)
    for (let cast = this.#before(from); this.pieces[cast]?.text === '::'; cast = this.#before(from))
      from = this.#operandStart(cast - 1)
    return this.pieces.splice(Math.max(0, from))
  }

  /** The piece before another that means something. */
  #before(piece: number): number {
    let at = piece - 1
    while (at > 0 && this.pieces[at]?.token?.kind === 'space') at -= 1
    return at
  }

  #operandStart(end: number): number {
    let from = end
    while (from > 0 && this.pieces[from]?.token?.kind === 'space') from -= 1
    if (this.pieces[from]?.text === ']') return this.#operandStart(this.#opening(from, '[', ']') - 1)
    if (this.pieces[from]?.text !== ')') {
      while (this.pieces[from - 1]?.text === '.') from -= 2
      return from
    }
    from = this.#opening(from, '(', ')')
    return this.pieces[from - 1]?.token?.kind === 'word' ? from - 1 : from
  }

  #opening(end: number, open: string, close: string): number {
    let depth = 0
    for (let at = end; at >= 0; at--) {
      if (this.pieces[at]?.text === close) depth += 1
      if (this.pieces[at]?.text === open) depth -= 1
      if (depth === 0) return at
    }
    return 0
  }
}

/** More than the engine nests. */
const MOST_OPEN = 1_000

/** Found once for all: to look for each would take as long as brackets are deep. */
function closingsIn(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const closings = new Map<number, number>()
  const open: number[] = []
  for (const [at, { text }] of tokens.entries()) {
    if (text === '(') open.push(at)
    if (open.length > MOST_OPEN) throw tooComplex()
    const opened = text === ')' ? open.pop() : undefined
    if (opened !== undefined) closings.set(opened, at)
  }
  return closings
}
