import type { WideGroup } from '../../parse-spec/parse-spec.ts'
import type { Candidate } from './candidate.ts'
import { type ColumnProfile, profileColumns } from './column-profile.ts'
import { headerKind } from './header-family.ts'
import type { Sample } from './sample.ts'
import { HEADER_SPLITS, type HeaderSplit, type SplitHeader } from './split-headers.ts'

/** Several attributes, each repeated for the same labels. */
type Repetition = {
  groups: readonly WideGroup[]
  labels: readonly string[]
  columns: ReadonlySet<number>
  purity: number
}

/** Groups that repeat are what a table is about: so many of its columns belong to them. */
const SMALLEST_SHARE = 0.4

/** Columns that repeat a group of attributes: `Product 1`, `Price 1`, `Product 2`, `Price 2`. */
export function findWideToLong(sample: Sample): Candidate[] {
  const profiles = profileColumns(sample)
  const found: { repetition: Repetition; order: number }[] = []
  for (const [order, split] of HEADER_SPLITS.entries()) {
    const repetition = findRepetition(sample, profiles, split)
    if (repetition && repetition.columns.size >= sample.columns.length * SMALLEST_SHARE)
      found.push({ repetition, order })
  }
  found.sort((one, other) => worth(other.repetition) - worth(one.repetition) || one.order - other.order)
  const blocks = findBlocks(sample, profiles)
  const groups = found.slice(0, 3).map(
    ({ repetition }, rank): Candidate => ({
      step: {
        kind: 'wide_to_long',
        id_columns: sample.columns.filter((_, column) => !repetition.columns.has(column)).map(({ name }) => name),
        groups: repetition.groups,
        name_to: sample.words.item,
        labels: repetition.labels,
        ...(sample.keepsEmpty ? {} : { drop_empty: true }),
      },
      score: 0.6 + 0.35 * repetition.purity - 0.2 * rank,
      why: `${repetition.groups.length} attributes for each of ${repetition.labels.length}`,
    }),
  )
  return blocks ? [blocks, ...groups] : groups
}

/** Fewer names come again as a measure of two things. */
const FEWEST_IN_BLOCK = 3

/** All names of a list again, and again: it goes on in a block beside the first, to save paper. What tells blocks apart is nothing. */
function findBlocks(sample: Sample, profiles: readonly ColumnProfile[]): Candidate | null {
  if (sample.keepsEmpty) return null
  const headers = sample.columns.map(({ header }) => header)
  const width = headers.indexOf(headers[0] ?? '', 1)
  if (width < FEWEST_IN_BLOCK || headers.length % width > 0) return null
  const first = headers.slice(0, width)
  if (new Set(first).size < width || headers.some((header, n) => header === '' || header !== first[n % width]))
    return null
  const times = headers.length / width
  const places = first.map((_, n) => Array.from({ length: times }, (__, block) => block * width + n))
  const purity = purityOf(places, profiles)
  if (purity < SAME_KINDS) return null
  const nameOf = (place: number) => sample.columns[place]?.name ?? ''
  return {
    step: {
      kind: 'wide_to_long',
      id_columns: [],
      groups: first.map((name, n) => ({ name, columns: (places[n] ?? []).map(nameOf) })),
      name_to: null,
      labels: Array.from({ length: times }, (_, block) => String(block + 1)),
      drop_empty: true,
    },
    score: 0.6 + 0.4 * purity,
    why: `a list goes on in ${times} blocks beside one another`,
  }
}

/** So many columns of the blocks hold what their namesakes hold. */
const SAME_KINDS = 0.6

/** A header of several lines is taken apart between its lines: `1er trimestre_Lengua` is no first of `trimestre_Lengua`. */
const cutsName = (header: string, { core, label }: SplitHeader) =>
  header.includes('_') && header !== `${core}_${label}` && header !== `${label}_${core}`

const worth = ({ columns, purity }: Repetition) => columns.size * purity

function findRepetition(sample: Sample, profiles: readonly ColumnProfile[], split: HeaderSplit): Repetition | null {
  const byCore = new Map<string, Map<string, number>>()
  for (const [column, named] of sample.columns.entries()) {
    const parts = headerKind(named) === 'name' ? split(named.header) : null
    if (parts && !sample.keepsEmpty && cutsName(named.header, parts)) continue
    if (!parts || parts.core === '' || parts.label === '') continue
    const labels = byCore.get(parts.core) ?? new Map<string, number>()
    if (!labels.has(parts.label)) labels.set(parts.label, column)
    byCore.set(parts.core, labels)
  }
  const [shared] = [...Map.groupBy(byCore, ([, labels]) => [...labels.keys()].sort().join('\u0000')).values()]
    .filter((cores) => cores.length >= 2 && (cores[0]?.[1].size ?? 0) >= 2)
    .sort((one, other) => sizeOf(other) - sizeOf(one))
  if (!shared) return null
  const labels = [...(shared[0]?.[1].keys() ?? [])]
  const groups = shared.map(([name, columns]) => ({ name, places: labels.map((label) => columns.get(label) ?? -1) }))
  return {
    groups: groups.map(({ name, places }) => ({
      name,
      columns: places.map((place) => sample.columns[place]?.name ?? ''),
    })),
    labels,
    columns: new Set(groups.flatMap(({ places }) => places)),
    purity: purityOf(
      groups.map(({ places }) => places),
      profiles,
    ),
  }
}

const sizeOf = (cores: readonly [string, ReadonlyMap<string, number>][]) => cores.length * (cores[0]?.[1].size ?? 0)

/** The share of columns that hold the same kind of values as the first one of their attribute. */
function purityOf(groups: readonly (readonly number[])[], profiles: readonly ColumnProfile[]): number {
  let alike = 0
  let all = 0
  for (const places of groups) {
    const families = places.map((place) => profiles[place]?.family ?? 'empty').filter((family) => family !== 'empty')
    all += families.length
    alike += families.filter((family) => family === families[0]).length
  }
  return all === 0 ? 0 : alike / all
}
