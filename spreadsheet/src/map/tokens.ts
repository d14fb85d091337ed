const PIECE = /[A-Za-z]+|\d+|[^\sA-Za-z\d]|\n/gu

/**
 * About how many tokens a language model makes of a text, erring to the high side. Words cost one for each four letters,
 * figures one for each three digits, everything else one a character.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(PIECE)) {
    if (/^[A-Za-z]/.test(piece)) tokens += Math.ceil(piece.length / 5)
    else if (/^\d/.test(piece)) tokens += Math.ceil(piece.length / 3)
    else tokens += 1
  }
  return tokens
}
