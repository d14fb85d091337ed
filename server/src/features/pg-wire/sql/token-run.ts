import type { Piece } from './piece.ts'
import { nameIn, type Token } from './tokens.ts'

/** Tokens that are read from left to right, and what was made of them so far. */
export class TokenRun {
  readonly tokens: readonly Token[]
  readonly pieces: Piece[] = []
  at = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
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

  /** The place of the next token that means something, from `from` on. */
  next(from: number): number {
    let at = from
    while (this.tokens[at]?.kind === 'space') at += 1
    return at
  }

  textAt(at: number): string {
    return this.tokens[at]?.text ?? ''
  }

  closing(open: number): number {
    let depth = 0
    for (let at = open; at < this.tokens.length; at++) {
      if (this.textAt(at) === '(') depth += 1
      if (this.textAt(at) === ')') depth -= 1
      if (depth === 0) return at
    }
    return this.tokens.length
  }

  /** Takes back what stands before a cast: a literal, a name with its qualifiers, or something in brackets. */
  takeOperand(): Piece[] {
    let from = this.pieces.length - 1
    while (from > 0 && this.pieces[from]?.token?.kind === 'space') from -= 1
    if (this.pieces[from]?.text === ')') {
      for (let depth = 0; from >= 0; from--) {
        if (this.pieces[from]?.text === ')') depth += 1
        if (this.pieces[from]?.text === '(') depth -= 1
        if (depth === 0) break
      }
      if (this.pieces[from - 1]?.token?.kind === 'word') from -= 1
    } else while (this.pieces[from - 1]?.text === '.') from -= 2
    return this.pieces.splice(Math.max(0, from))
  }
}
