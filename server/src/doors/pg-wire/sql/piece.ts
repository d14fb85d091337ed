import type { Token } from './tokens.ts'

/** A part of the text that is run. `start`: where it stood in what the client sent; -1 where it is new. */
export type Piece = { text: string; start: number; token?: Token }

export const joined = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('')

/** Where a place of the joined text stood. */
export function originOf(pieces: readonly Piece[]): (at: number) => number | null {
  return (at) => {
    let end = 0
    for (const { text, start } of pieces) {
      end += text.length
      if (at < end) return start < 0 ? null : start
    }
    return null
  }
}
