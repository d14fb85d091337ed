import type { Box } from '../../grid.ts'
import type { Correction, Region } from '../../parse-spec/parse-spec.ts'
import { spellBox } from '../../xlsx/cell-reference.ts'
import { describeText } from '../describe-text.ts'
import type { FoundRegion } from '../regions/found-region.ts'
import { withCorrection } from './corrections.ts'
import { boxAroundAll, boxWithin, correctionsWithin, refuseIfOverlapping, splitBox } from './move-regions.ts'
import { type Operation, OperationRefused } from './operation.ts'
import { openTable, reshaped, textTaken } from './read-tables.ts'
import { type OnSheet, openRegion, overriding, type Reading, withoutRegions } from './reading.ts'
import { asText, KINDS } from './set-operations.ts'
import { highestId, ofSheet, withStrays } from './texts-around.ts'

export function mergeRegions(
  reading: Reading,
  { regions: ids }: Operation & { op: 'merge_regions' },
  on: OnSheet,
): Reading {
  const distinct = [...new Set(ids)]
  const merged = distinct.map((id) => openRegion(reading, id, 'regions'))
  const [first] = merged
  if (!first || merged.length < 2) throw new OperationRefused('regions', 'too_few', 'must name two regions or more')
  const elsewhere = merged.find(({ sheet }) => sheet !== first.sheet)
  if (elsewhere)
    throw new OperationRefused(
      'regions',
      'other_sheet',
      `${elsewhere.region_id} stands on the sheet ${elsewhere.sheet}, and ${first.region_id} on ${first.sheet}`,
      ofSheet(reading.regions, on.sheet).map(({ region_id }) => region_id),
    )
  const box = boxAroundAll(merged)
  const others = reading.regions.filter(({ region_id }) => !distinct.includes(region_id))
  const isTable = merged.some(({ kind }) => kind === 'data')
  if (isTable) refuseIfOverlapping(box, first.sheet, others, 'regions')
  const kept = merged.find(({ kind }) => kind === 'data') ?? first
  const gone = distinct.filter((id) => id !== kept.region_id)
  const before = isTable ? openTable(reading, kept.region_id, on) : kept
  const corrections = joinedCorrections(merged, before, box)
  const region: Region = { ...before, range: spellBox(box), corrections }
  const left = withoutRegions(reading, gone)
  const placed = isTable
    ? reshaped(left, region, before, on)
    : textTaken(left, { ...region, data_range: region.range }, on)
  return withStrays(reading.regions, placed, on)
}

/** What was decided about any of the regions; about the header the first of them says more. */
function joinedCorrections(merged: readonly Region[], first: Region, box: Box): Correction[] {
  const others = merged.filter(({ region_id }) => region_id !== first.region_id)
  const theirs = others.flatMap(({ corrections = [] }) =>
    corrections.filter((one) => 'column' in one || one.op === 'set_role'),
  )
  const own = first.corrections ?? []
  let joined: Correction[] = theirs.reduce<Correction[]>((all, one) => withCorrection(all, one), [])
  for (const one of own) joined = withCorrection(joined, one)
  return withCorrection(joined, { op: 'set_box', range: spellBox(box) })
}

export function splitRegion(reading: Reading, operation: Operation & { op: 'split_region' }, on: OnSheet): Reading {
  const known = openRegion(reading, operation.region)
  const before = known.kind === 'data' ? openTable(reading, known.region_id, on) : known
  const [one, other] = splitBox(on.sheet, before, operation)
  const id = `r${highestId(reading.regions) + 1}`
  const partOf = (box: Box): Region => {
    const range = spellBox(box)
    const { kept } = correctionsWithin(before, box, '')
    const names = kept.filter(({ op }) => op !== 'name_table' && op !== 'choose_reading')
    return { ...before, range, data_range: range, corrections: withCorrection(names, { op: 'set_box', range }) }
  }
  const second: Region = { ...partOf(other), region_id: id, outputs: [], title: null }
  const at = reading.regions.indexOf(known)
  const divided = reading.regions.toSpliced(at, 1, partOf(one), second)
  const lost = (before.corrections ?? []).filter(({ op }) => op === 'choose_reading')
  const overridden = lost.map((correction) => ({
    region_id: before.region_id,
    correction,
    why: 'was the reading of both parts together',
  }))
  const parts: Reading = overriding({ ...reading, regions: divided }, overridden)
  const placed =
    before.kind === 'data'
      ? [partOf(one), second].reduce((all, part) => reshaped(all, part, { ...part, range: before.range }, on), parts)
      : [partOf(one), { ...second, outputs: before.outputs }].reduce((all, part) => textTaken(all, part, on), parts)
  return withStrays(reading.regions, placed, on)
}

export function addRegion(reading: Reading, { range, kind }: Operation & { op: 'add_region' }, on: OnSheet): Reading {
  const box = boxWithin(on.sheet, range)
  const id = `r${highestId(reading.regions) + 1}`
  refuseIfOverlapping(box, on.sheet.name, reading.regions, 'range')
  const found: FoundRegion = { kind: KINDS[kind], box, confidence: 1, evidence: ['corrected'] }
  const corrections: Correction[] = [{ op: 'set_box', range: spellBox(box) }, { op: 'set_kind', kind }] // biome-ignore format: one line
  const region: Region = { ...describeText(on.sheet, found, id), corrections }
  const last = reading.regions.findLastIndex(({ sheet }) => sheet === on.sheet.name)
  const at = last < 0 ? reading.regions.length : last + 1
  const added: Reading = { ...reading, regions: reading.regions.toSpliced(at, 0, region) }
  if (kind !== 'table') return textTaken(added, { ...asText(region, kind, added.regions, on), corrections }, on)
  const before: Region = { ...region, kind: 'note' }
  return withStrays(reading.regions, reshaped(added, region, before, on), on)
}
