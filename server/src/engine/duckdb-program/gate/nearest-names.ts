const MOST = 3

/** The known names that the caller may have meant, nearest first. */
export function nearestNames(name: string, known: readonly string[]): string[] {
  const wanted = folded(name)
  const farthest = Math.max(1, Math.floor(wanted.length / 3))
  return known
    .map((other) => ({ other, far: howFar(wanted, folded(other), farthest) }))
    .filter(({ far }) => far <= farthest)
    .sort((a, b) => a.far - b.far)
    .slice(0, MOST)
    .map(({ other }) => other)
}

/** “Did you mean …?”, or what there is. */
export function suggestNames(name: string, known: readonly string[], what: string): string | undefined {
  const near = nearestNames(name, known)
  if (near.length > 0) return `Did you mean ${near.map(inQuotes).join(' or ')}?`
  if (known.length === 0) return undefined
  const some = known.slice(0, 10).map(inQuotes).join(', ')
  return `The ${what} here are ${some}${known.length > 10 ? ` and ${known.length - 10} more` : ''}.`
}

const inQuotes = (name: string) => `"${name}"`

const folded = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_]+/g, '_')

/** A name that holds the other, or swaps, adds, drops or changes few letters of it, is near. */
function howFar(a: string, b: string, limit: number): number {
  if (a === b) return 0
  if (Math.min(a.length, b.length) >= 3 && (a.includes(b) || b.includes(a))) return 1
  return Math.abs(a.length - b.length) > limit ? limit + 1 : editDistance([...a], [...b])
}

function editDistance(a: readonly string[], b: readonly string[]): number {
  let previous = b.map((_, i) => i + 1)
  for (let i = 0; i < a.length; i++) {
    const current: number[] = []
    let diagonal = i
    let left = i + 1
    for (let j = 0; j < b.length; j++) {
      const above = previous[j] ?? 0
      left = Math.min(above + 1, left + 1, diagonal + (a[i] === b[j] ? 0 : 1))
      current.push(left)
      diagonal = above
    }
    previous = current
  }
  return previous.at(-1) ?? a.length
}
