import type {
  Output,
  Override,
  ParseSpec,
  Region,
  RegionColumn,
} from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { correctionsForNext } from '@bindery-data/spreadsheet/structure/correct/corrections-for-next.ts'
import type { Operation } from '@bindery-data/spreadsheet/structure/correct/operation.ts'
import { withNames } from '@bindery-data/spreadsheet/structure/correct/reshape-names.ts'
import { regionChanges, setAt, stepsOf } from './spec-overrides.ts'

/** Decisions about rows, which are others in the next edition. */
const ABOUT_ROWS = new Set([
  'corrections',
  'range',
  'data_range',
  'row_roles',
  'totals',
  'hierarchy',
  'alternatives',
  'columns',
])

type Match = { known: Region; at: number }

/** What was decided about the regions of the last edition, laid over the analysis of the next. */
export function reapplied(stored: ParseSpec, proposed: ParseSpec): ParseSpec {
  const matches = matchRegions(stored.regions, proposed.regions)
  const ids = idsFor(proposed.regions, matches)
  const regions = proposed.regions.map((region, n) => {
    const match = matches.get(n)
    const renumbered = asApartAsKnown(withIds(region, ids), stored.regions)
    if (!match) return renumbered
    const known = regionAsKnown(renumbered, match.known)
    // What operations have decided is decided by them again.
    return match.known.corrections ? known : pinned(known, match.at, stored.overrides)
  })
  const overrides = stored.overrides.flatMap((override) => moved(override, matches))
  const { spec_version, revision, reader } = stored
  return { ...proposed, spec_version, revision, overrides, reader, regions }
}

/** The operations that were made of the last edition, for the next one. */
export function operationsForNext(stored: ParseSpec, next: ParseSpec): Operation[] {
  const matches = matchRegions(stored.regions, next.regions)
  return next.regions.flatMap((region, n) => {
    const known = matches.get(n)?.known
    return known ? correctionsForNext(known, region) : []
  })
}

/** The pins of regions that operations were made of, as what they came to in this edition. */
export function repinned(proposed: ParseSpec, spec: ParseSpec): Override[] {
  const placeOf = (path: string) => Number(/^\/regions\/(\d+)/.exec(path)?.[1] ?? -1)
  const isCorrected = (path: string) => spec.regions[placeOf(path)]?.corrections !== undefined
  const last = spec.overrides.findLast(({ path }) => path === '/regions' || isCorrected(path))
  const others = spec.overrides.filter(({ path }) => path !== '/regions' && !isCorrected(path))
  if (!last) return others
  // What was decided is no pin by itself: what it came to is.
  const changes = regionChanges(proposed, spec).filter(
    ({ path }) => path === '/regions' || (isCorrected(path) && !path.endsWith('/corrections')),
  )
  return [...others, ...changes.map((change) => ({ ...change, actor: last.actor, at: last.at }))]
}

/** For each region of the new edition the one of the last that is most like it; each is taken once, the likest first. */
function matchRegions(known: readonly Region[], proposed: readonly Region[]): Map<number, Match> {
  const sheets = new Set(proposed.map(({ sheet }) => sheet))
  const pairs = proposed.flatMap((region, n) =>
    known.map((one, at) => ({ n, at, known: one, likeness: likeness(region, one, sheets) - Math.abs(n - at) * 1e-6 })),
  )
  const matches = new Map<number, Match>()
  const taken = new Set<number>()
  for (const { n, at, known: one, likeness: how } of pairs.sort((a, b) => b.likeness - a.likeness)) {
    if (how <= 0 || matches.has(n) || taken.has(at)) continue
    matches.set(n, { known: one, at })
    taken.add(at)
  }
  return matches
}

/** The ids of the proposed regions as they are to be: those of the last edition, and new ones that it did not have. */
function idsFor(proposed: readonly Region[], matches: ReadonlyMap<number, Match>): Map<string, string> {
  const taken = new Set([...matches.values()].map(({ known }) => known.region_id))
  let next = 1
  return new Map(
    proposed.map(({ region_id }, n) => {
      const known = matches.get(n)?.known.region_id
      if (known !== undefined) return [region_id, known]
      let free = region_id
      while (taken.has(free)) free = `r${next++}`
      taken.add(free)
      return [region_id, free]
    }),
  )
}

/** Sheets that the last edition made a table of each stay apart, whatever would be made of them today. */
function asApartAsKnown(region: Region, known: readonly Region[]): Region {
  const ids = new Set(region.union?.parts.map(({ region_id }) => region_id))
  const before = known.filter(({ region_id }) => ids.has(region_id))
  const wereUnited = known.some(({ union }) => union?.parts.some(({ region_id }) => ids.has(region_id)))
  return region.union && before.length > 1 && !wereUnited ? { ...region, union: null } : region
}

/** A region under its new id, with the parts of its union, and of the one it asks about, under theirs. */
function withIds(region: Region, ids: ReadonlyMap<string, string>): Region {
  const idOf = (id: string) => ids.get(id) ?? id
  const united = <Part extends Partial<Region>>(part: Part): Part =>
    part.union
      ? {
          ...part,
          union: {
            ...part.union,
            parts: part.union.parts.map(({ region_id, value }) => ({ region_id: idOf(region_id), value })),
          },
        }
      : part
  const { question } = region
  return {
    ...united(region),
    region_id: idOf(region.region_id),
    ...(question
      ? {
          question: {
            ...question,
            choices: question.choices.map(({ text, patch }) => ({ text, patch: united(patch) })),
          },
        }
      : {}),
  }
}

/** A sheet may be called otherwise next month; then its columns must tell. */
function likeness(region: Region, known: Region, sheets: ReadonlySet<string>): number {
  if (region.kind !== known.kind) return 0
  const shared = sharedHeaders(region, known)
  if (region.sheet === known.sheet) return 1 + shared
  return sheets.has(known.sheet) || shared < 0.5 ? 0 : shared
}

/** The share of their headers that both have. */
function sharedHeaders(one: Region, other: Region): number {
  const [mine, theirs] = [headersOf(one), headersOf(other)]
  const both = [...mine].filter((header) => theirs.has(header)).length
  const all = new Set([...mine, ...theirs]).size
  return all === 0 ? 0 : both / all
}

const headersOf = ({ columns }: Region) => new Set(columns.flatMap(({ header }) => header ?? []))

function regionAsKnown(region: Region, known: Region): Region {
  const columns = region.columns.map((column) => columnAsKnown(column, known.columns))
  const names = new Map(region.columns.flatMap(({ name }, n) => changedName(name, columns[n]?.name)))
  return {
    ...region,
    region_id: known.region_id,
    kind: known.kind,
    header_join: known.header_join,
    fill_merged: known.fill_merged,
    outputs: outputsAsKnown(region.outputs, known.outputs),
    ...(region.union && known.union
      ? { union: { ...region.union, outputs: outputsAsKnown(region.union.outputs, known.union.outputs) } }
      : {}),
    columns,
    reshape: withNames(region.reshape, names),
  }
}

const changedName = (from: string, to: string | undefined) =>
  to === undefined || to === from ? [] : [[from, to] as const]

function columnAsKnown(column: RegionColumn, known: readonly RegionColumn[]): RegionColumn {
  const same = known.find(({ header, source_column }) =>
    column.header === null ? source_column === column.source_column : header === column.header,
  )
  if (!same) return column
  const { name, type, format, unit, role, include, nullable, on_error } = same
  return { ...column, name, type, format, unit, role, include, nullable, on_error }
}

/** Each output that was there before keeps its name. */
function outputsAsKnown(outputs: readonly Output[] = [], known: readonly Output[] = []): Output[] {
  return outputs.map((output) => {
    const same = known.find(({ kind, level }) => kind === output.kind && level === output.level)
    return same ?? output
  })
}

/** Lays what people have pinned of a region over it, but for what is about its rows. */
function pinned(region: Region, at: number, overrides: readonly Override[]): Region {
  const copy = structuredClone(region)
  for (const { path, value } of overrides) {
    const [part, place, member, ...rest] = stepsOf(path)
    const isIts = part === 'regions' && place === String(at) && member !== undefined && !ABOUT_ROWS.has(member)
    if (isIts && isWithin(copy, member, value)) setAt(copy, [member, ...rest], value)
  }
  return copy
}

/** Header rows are only those of the region. */
function isWithin({ range }: Region, member: string, value: unknown): boolean {
  if (member !== 'header_rows' || !Array.isArray(value)) return true
  const [first = 0, last = first] = range.split(':').map((corner) => Number(corner.replace(/\D/g, '')))
  return value.every((row) => row >= first && row <= last)
}

/** A pin follows its region to where that is now. */
function moved(override: Override, matches: ReadonlyMap<number, Match>): Override[] {
  const [, part, place, ...rest] = override.path.split('/')
  if (part !== 'regions') return [override]
  for (const [n, { at }] of matches)
    if (String(at) === place) return [{ ...override, path: ['', part, String(n), ...rest].join('/') }]
  return []
}
