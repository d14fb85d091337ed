import { estimateTokens } from './tokens.ts'

/** A line of a map. Lines of a lower rank are kept first where not all fit. */
export type MapLine = { rank: number; text: string }

export type FittedLines = { text: string; tokens: number; omitted: number }

/** The lines that fit, in their order: those of the lowest rank first, and within a rank from the top. */
export function fitLines(lines: readonly MapLine[], maxTokens: number): FittedLines {
  const order = lines.map((_, place) => place).sort((one, other) => rankAt(lines, one) - rankAt(lines, other))
  const kept = new Set<number>()
  let tokens = 0
  for (const place of order) {
    const cost = estimateTokens(`${lines[place]?.text ?? ''}\n`)
    if (tokens + cost > maxTokens) continue
    tokens += cost
    kept.add(place)
  }
  const text = lines.flatMap((line, place) => (kept.has(place) ? [line.text] : [])).join('\n')
  return { text, tokens, omitted: lines.length - kept.size }
}

const rankAt = (lines: readonly MapLine[], place: number) => lines[place]?.rank ?? 0
