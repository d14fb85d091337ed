/** A csv text without its first record, the names: a name in quotes may hold line breaks. */
export function recordsOf(csv: string): string {
  let isQuoted = false
  for (let at = 0; at < csv.length; at++) {
    if (csv[at] === '"') isQuoted = !isQuoted
    if (csv[at] === '\n' && !isQuoted) return csv.slice(at + 1)
  }
  return ''
}
