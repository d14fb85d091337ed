/** `Month` and `Day` without FM are padded to nine characters in PostgreSQL, for which the engine has no form. */
const PATTERNS: readonly (readonly [string, string])[] = [
  ['YYYY', '%Y'],
  ['YY', '%y'],
  ['FMMonth', '%B'],
  ['Mon', '%b'],
  ['MM', '%m'],
  ['DDD', '%j'],
  ['DD', '%d'],
  ['FMDay', '%A'],
  ['Dy', '%a'],
  ['HH24', '%H'],
  ['HH12', '%I'],
  ['HH', '%I'],
  ['MI', '%M'],
  ['SS', '%S'],
  ['MS', '%g'],
  ['US', '%f'],
  ['AM', '%p'],
  ['PM', '%p'],
  ['IYYY', '%G'],
  ['IW', '%V'],
]

const LONGEST_FIRST = PATTERNS.toSorted(([one], [other]) => other.length - one.length)

/** PostgreSQL's pattern for dates in the engine's words. Undefined where a part of it has none. */
export function dateFormat(pattern: string): string | undefined {
  let spelled = ''
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at)
    const quoted = /^"([^"]*)"/.exec(rest)
    const known = LONGEST_FIRST.find(([name]) => rest.startsWith(name))
    if (quoted) {
      spelled += (quoted[1] ?? '').replaceAll('%', '%%')
      at += quoted[0].length
    } else if (known) {
      spelled += known[1]
      at += known[0].length
    } else if (/[A-Za-z]/.test(rest[0] ?? '') && rest[0] !== 'T') return undefined
    else {
      spelled += rest[0] === '%' ? '%%' : rest[0]
      at += 1
    }
  }
  return spelled
}
