import type { Region } from '../../parse-spec/parse-spec.ts'
import { describeText } from '../describe-text.ts'
import { cellsByBox } from '../invariants/cells-by-box.ts'
import { strayBoxes } from '../invariants/stray-boxes.ts'
import { languageOfSheet } from '../names/language-of.ts'
import { notesOf } from '../names/name-outputs.ts'
import { notesInside } from '../notes-inside.ts'
import type { FoundRegion } from '../regions/found-region.ts'
import type { Sheet } from '../sheet.ts'
import { isWithin } from './move-regions.ts'
import { boxOf } from './read-again.ts'
import type { OnSheet, Reading } from './reading.ts'

/** The regions with this one in its place, and the texts in and around it: those it has grown over are part of it. */
export function withTexts(regions: readonly Region[], region: Region, before: Region, on: OnSheet): Region[] {
  const [now, then] = [boxOf(region), before.kind === 'data' ? boxOf(before) : null]
  const isPartNow = (other: Region) => {
    if (other.region_id === region.region_id || other.sheet !== region.sheet || other.kind === 'data') return false
    if (other.corrections || !isWithin(boxOf(other), now)) return false
    return other.evidence.includes('inside_table') || then === null || !isWithin(boxOf(other), then)
  }
  const placed = regions
    .filter((other) => !isPartNow(other))
    .map((other) => (other.region_id === region.region_id ? region : other))
  return withNotes(placed, notesInside(on.sheet, region), on)
}

/** Texts behind the other regions of their sheet. */
function withNotes(regions: readonly Region[], found: readonly FoundRegion[], { sheet, language }: OnSheet): Region[] {
  if (found.length === 0) return [...regions]
  const known = regions.find(
    (region) => region.sheet === sheet.name && region.outputs.some(({ kind }) => kind === 'notes'),
  )
  const outputs = known?.outputs ?? [notesOf(sheet.name, languageOfSheet(sheet, ofSheet(regions, sheet), language))]
  let number = highestId(regions)
  const notes = found.map((one): Region => ({ ...describeText(sheet, one, `r${++number}`), outputs }))
  const last = regions.findLastIndex((region) => region.sheet === sheet.name)
  return last < 0 ? [...regions, ...notes] : regions.toSpliced(last + 1, 0, ...notes)
}

export const ofSheet = (regions: readonly Region[], { name }: Sheet) => regions.filter(({ sheet }) => sheet === name)

export const highestId = (regions: readonly Region[]) =>
  Math.max(0, ...regions.map(({ region_id }) => Number(/^r(\d+)$/.exec(region_id)?.[1] ?? 0)))

/** What stands in no region any more and did in one before is a note: nothing on a sheet is passed over. */
export function withStrays(before: readonly Region[], reading: Reading, on: OnSheet): Reading {
  const straysOf = (regions: readonly Region[]) => cellsByBox(on.sheet, ofSheet(regions, on.sheet).map(boxOf)).strays
  const known = new Set(straysOf(before))
  const strays = straysOf(reading.regions).filter((cell) => !known.has(cell))
  const found = strayBoxes(strays).map(
    (box): FoundRegion => ({ kind: 'note', box, confidence: 0.5, evidence: ['stands_alone'] }),
  )
  return { ...reading, regions: withNotes(reading.regions, found, on) }
}
