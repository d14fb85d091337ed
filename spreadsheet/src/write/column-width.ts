/** Chinese, Japanese and Korean characters and pictures, which are twice as wide as letters. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3ffff}]/gu
const [NARROWEST, WIDEST] = [8, 60]
/** Beside the text, and for the button of a filter over it. */
const MARGIN = 2

/** How wide a column must be, in characters, for these texts to be seen; each line of a text counts alone. */
export function columnWidth(texts: Iterable<string>): number {
  let widest = 0
  for (const text of texts) {
    for (const line of text.split('\n')) widest = Math.max(widest, lineWidth(line))
  }
  return Math.min(WIDEST, Math.max(NARROWEST, widest + MARGIN))
}

/** In characters, of which some are twice as wide. */
export const lineWidth = (line: string) => line.length + (line.match(WIDE)?.length ?? 0)
