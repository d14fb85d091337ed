import type { SourceChange } from './change-source.ts'

/** A rule of the engine, or several that belong together, with how it reads without them. */
export type Rule = { name: string; without: SourceChange }

const rule = (name: string, file: string, from: string, to = ''): Rule => ({ name, without: { file, from, to } })

const RELATIONS = 'roles/arithmetic/find-relations.ts'
const JOIN = 'regions/join-cost.ts'
const HEADER = 'header/header-evidence.ts'
const STANDS = 'hierarchy/stand-parents.ts'
const RANK = 'readings/rank-readings.ts'

export const RULES: readonly Rule[] = [
  rule('formulas tie rows to a table', JOIN, 'computesFrom(table, strip) || '),
  rule('a total ties itself to a table', JOIN, ' || isTotalOf(table, strip)'),
  rule('frames part tables', JOIN, 'frameChange: 14', 'frameChange: 0'),
  rule('headers part tables', JOIN, 'innerHeader: 24', 'innerHeader: 0'),
  rule(
    'headers look like headers',
    HEADER,
    'isBold: 1.5, isFilled: 1.5, isCentered: 0.7',
    'isBold: 0, isFilled: 0, isCentered: 0',
  ),
  rule('headers come again on the next page', HEADER, 'REPEATED_AS_A_WHOLE = 4', 'REPEATED_AS_A_WHOLE = 0'),
  rule(
    'formulas say what is computed',
    'roles/find-roles.ts',
    'readFormulas(sheet, body)',
    '{ ofRows: new Map(), ofColumns: new Map() }',
  ),
  rule(
    'names say what is computed',
    'roles/line-words.ts',
    '  const name =',
    '  if (named) return null\n  const name =',
  ),
  rule('sums of blocks', 'roles/arithmetic/find-sums.ts', 'chooseSums(sums.filter(mayBe)', 'chooseSums([]'),
  rule('sums of every nth line', RELATIONS, '...findStrideSums(numbers, (line) => isWorth(line, cost)),'),
  rule('sums and averages of one name', RELATIONS, '...findNamesakeRelations(numbers, names, words),'),
  rule('averages', RELATIONS, '...sure,', ''),
  rule('sums, differences and ratios of two', RELATIONS, 'findTriples(numbers)', '[]'),
  rule(
    'sums with signs',
    RELATIONS,
    'findSignedSums(numbers, outerLines(numbers, found), found, words, isMarked)',
    '[]',
  ),
  rule('sums that leave out a line', RELATIONS, 'findHoledSums(numbers, isFound)', '[]'),
  rule('totals of totals of any kind', RELATIONS, 'findOuterSums(numbers, words, [...found.values()])', '[]'),
  rule('sums of one that holds something', RELATIONS, 'findLoneSums(numbers, words, names, isFound)', '[]'),
  rule('a copy beside a result is one', 'roles/arithmetic/find-sums.ts', 'Math.abs(one.line - other.line) > 1 && '),
  rule('hierarchy by columns', STANDS, "['place', ", '['),
  rule('hierarchy by outline', STANDS, "'outline', 'indent', 'w", "'indent', 'w"),
  rule('hierarchy by indent', STANDS, "'outline', 'indent', 'w", "'outline', 'w"),
  rule('hierarchy by weight', STANDS, ", 'weight', 'fullness']", ", 'fullness']"),
  rule('hierarchy by rows without values', STANDS, ", 'weight', 'fullness']", ", 'weight']"),
  rule('stacking', RANK, ', ...findStack(sample)'),
  rule('wide to long', RANK, '...findWideToLong(sample), '),
  rule('taking texts apart', RANK, ', ...findExplode(sample)]', ']'),
  rule('subtitles', RANK, '    ...findSubtitle(sample),\n'),
  rule('filling down', RANK, '    ...findFillDown(sample),\n'),
  rule('turning', RANK, '    ...findTranspose(sample),\n'),
  rule('pivots', RANK, '    ...findPivot(sample),\n'),
  rule('two steps in a row', RANK, 'first.score < AS_THEY_STAND ? null', 'first ? null'),
]

/** A number of the engine that was chosen by looking at cases, with others it might have been. */
export type Threshold = { name: string; file: string; said: string; values: readonly number[]; value: number }

const threshold = (name: string, file: string, said: string, value: number, values: readonly number[]): Threshold => ({
  name,
  file,
  said,
  value,
  values,
})

export const THRESHOLDS: readonly Threshold[] = [
  threshold('a table more', 'regions/table-cost.ts', 'table: ', 22, [16, 30]),
  threshold('a gap', JOIN, 'gap: ', 2, [1, 5]),
  threshold('a header inside', JOIN, 'innerHeader: ', 24, [12, 36]),
  threshold('a tie', JOIN, 'tie: ', 14, [7, 21]),
  threshold('words over figures', HEADER, 'wordOverFigures: ', 2, [1, 3]),
  threshold('words over words', HEADER, 'wordOverWords: ', -0.3, [-0.8, 0.2]),
  threshold('agreement of a sum', 'roles/arithmetic/find-sums.ts', 'LEAST_WITHOUT_NAME = ', 0.7, [0.6, 0.85]),
  threshold('margin of a sum', 'roles/arithmetic/find-sums.ts', 'MARGIN = ', 6, [3, 10]),
  threshold('margin of what else is computed', RELATIONS, 'MARGIN = ', 8, [5, 12]),
  threshold('worth of a name', RELATIONS, 'WORTH_OF_A_WORD = ', 8, [4, 14]),
  threshold('a second step is worth it', RANK, ' WORTH_IT = ', 0.75, [0.65, 0.85]),
]

/** The engine with another value. */
export const changeTo = ({ file, said, value }: Threshold, other: number): SourceChange => ({
  file,
  from: `${said}${value}`,
  to: `${said}${other}`,
})
