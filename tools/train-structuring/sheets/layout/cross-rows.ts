import { computed, type Line, leaf } from './cross-lines.ts'
import { type Maker, mixed, some } from './maker.ts'

export type Rows = { lines: Line[]; labelColumns: number; labelMerges?: boolean }

export type RowOptions = {
  /** Where the name of a group stands: beside its rows, above them, or above them with its sum. */
  groups?: 'merged' | 'gaps' | 'repeated' | 'banners' | 'heads'
  hasSubtotals?: boolean
  total?: 'last' | 'first' | 'none'
  hasAverage?: boolean
  isIndented?: boolean
}

/** Rows of one level with a total. */
export function flatRows(
  maker: Maker,
  names: readonly string[],
  { total = 'none', hasAverage }: RowOptions = {},
): Rows {
  const { random, words } = maker
  const shift = total === 'first' ? 1 : 0
  const places = names.map((_, n) => n + shift)
  const lines = names.map((name) => leaf(name))
  if (total === 'first') lines.unshift(computed('sum', places, random.one(words.totals)))
  if (total === 'last') lines.push(computed('sum', places, random.one(words.totals)))
  if (hasAverage) lines.push(computed('average', places, random.one(words.average)))
  return { lines, labelColumns: 1 }
}

/** Groups of things, each with a name of its own. */
export function drawGroups(
  maker: Maker,
  isRepeated: boolean,
  least = 2,
  most = 4,
): { name: string; members: string[] }[] {
  const { random, domain } = maker
  const dimension = random.one(domain.dimensions)
  const names = some(random, dimension.members, random.whole(least, most))
  const pool = mixed(random, domain.thing.members)
  const same = pool.slice(0, random.whole(2, 4))
  return names
    .map((name) => ({ name, members: isRepeated ? same : pool.splice(0, random.whole(2, 4)) }))
    .filter(({ members }) => members.length > 1)
}

/** Rows under groups, laid out in the way that is wished for. */
export function groupedRows(maker: Maker, wish: RowOptions): Rows {
  const lines: Line[] = []
  const leaves: number[] = []
  const inColumns = wish.groups === 'merged' || wish.groups === 'gaps' || wish.groups === 'repeated'
  // Labels that are written once, with nothing else to say how far they reach, stand where only both together name a row.
  const isRepeated = maker.random.chance(0.3) || (wish.groups === 'gaps' && !wish.hasSubtotals)
  for (const { name, members } of drawGroups(maker, isRepeated)) {
    const head = inColumns ? null : addHead(lines, name, wish, members.length)
    const own = members.map((member, n) => {
      lines.push(memberLine(name, member, n, wish))
      return lines.length - 1
    })
    leaves.push(...own)
    if (wish.hasSubtotals && head !== 'summed') lines.push(subtotal(maker, name, own, inColumns))
  }
  if (wish.total === 'last') {
    const word = maker.random.one(maker.words.totals)
    lines.push({ ...computed('sum', leaves, word), shown: inColumns ? [word, null] : [word] })
  }
  return { lines, labelColumns: inColumns ? 2 : 1, ...(wish.groups === 'merged' ? { labelMerges: true } : {}) }
}

function addHead(lines: Line[], name: string, { groups }: RowOptions, size: number): 'summed' | 'bare' {
  if (groups === 'heads') {
    const first = lines.length + 1
    lines.push(
      computed(
        'sum',
        Array.from({ length: size }, (_, n) => first + n),
        name,
      ),
    )
    return 'summed'
  }
  lines.push({ path: [name], computed: null, isBanner: true })
  return 'bare'
}

function memberLine(group: string, member: string, n: number, { groups, isIndented }: RowOptions): Line {
  const line = leaf(group, member)
  if (groups === 'merged' || groups === 'gaps') return { ...line, shown: [n === 0 ? group : null, member] }
  if (groups === 'repeated') return line
  return { ...line, shown: [member], ...(isIndented ? { indent: 1 } : {}) }
}

function subtotal({ random, words, language }: Maker, group: string, of: readonly number[], inColumns: boolean): Line {
  const word = random.one(words.subtotal)
  const named = language === 'ja' ? `${group}${word}` : `${group} ${word.toLowerCase()}`
  if (!inColumns) {
    const name = random.chance(0.6) ? named : word
    return { ...computed('sum', of, ...(name === word ? [group, name] : [name])), shown: [name] }
  }
  const isNamed = random.chance(0.5)
  return {
    ...computed('sum', of, ...(isNamed ? [named] : [group, word])),
    shown: isNamed ? [named, null] : [null, word],
  }
}
