import type { ParseSpec, Region, SpecWarning } from '../parse-spec/parse-spec.ts'
import { type Decided, decidedShape, withColumnRoles, withDecidedRoles } from './correct/decided.ts'
import { describeTable } from './describe-table.ts'
import { describeText } from './describe-text.ts'
import { fitToHeaders } from './header/fit-to-headers.ts'
import { findHierarchy } from './hierarchy/find-hierarchy.ts'
import { rolesInLikeBlocks } from './hierarchy/like-blocks.ts'
import { rolesOfNamelessSums } from './hierarchy/nameless-sums.ts'
import { cellsByBox } from './invariants/cells-by-box.ts'
import { strayBoxes } from './invariants/stray-boxes.ts'
import type { ReadingScores } from './learned/reading-features.ts'
import { languageOf } from './names/language-of.ts'
import type { Language } from './names/name-outputs.ts'
import { withUnnamedColumns } from './names/unnamed-columns.ts'
import { notesInside } from './notes-inside.ts'
import { findPeriodAxis } from './periods/find-period-axis.ts'
import { withPeriodColumns } from './periods/period-columns.ts'
import { readAs } from './read-as.ts'
import { findNamedLines } from './readings/named-lines.ts'
import { rankReadings } from './readings/rank-readings.ts'
import { withFirstBanners } from './regions/blocks/first-banner.ts'
import { HEADED_BLOCKS, headLines, withHeadedBlocks } from './regions/blocks/headed-blocks.ts'
import { pagesAndBlocks } from './regions/blocks/pages-and-blocks.ts'
import { findRegions } from './regions/find-regions.ts'
import { readForms } from './regions/forms.ts'
import type { FoundRegion } from './regions/found-region.ts'
import { findRoles } from './roles/find-roles.ts'
import type { Roles } from './roles/roles.ts'
import { totalDoubts } from './roles/total-doubts.ts'
import type { Sheet } from './sheet.ts'
import { typeColumns } from './type-columns.ts'
import { findUnits } from './units/find-units.ts'

/** What a spec says of one sheet; `scores`: how sure the steps were of each table, by its id. */
export type SheetStructure = Pick<ParseSpec, 'regions' | 'warnings'> & { scores?: ReadonlyMap<string, ReadingScores> }

/** What stands on a sheet and how its tables are to be read: each step decides one thing and says why. */
export function structureSheet(sheet: Sheet, firstId = 1, language: Language | null = null): SheetStructure {
  const regions: Region[] = []
  const warnings: SpecWarning[] = []
  const scores = new Map<string, ReadingScores>()
  const all = withStrays(sheet, findNamedLines(sheet) ?? regionsOf(sheet))
  const texts = textsAround(sheet, all)
  for (const found of all) {
    const id = `r${firstId + regions.length}`
    if (found.kind === 'data') {
      const table = structureTable(sheet, found, id, { texts, language })
      regions.push(table.region)
      warnings.push(...table.warnings)
      scores.set(id, table.scores)
    } else regions.push(describeText(sheet, found, id))
  }
  for (const note of regions.flatMap((region) => notesInside(sheet, region)))
    regions.push(describeText(sheet, note, `r${firstId + regions.length}`))
  return { regions, warnings, scores }
}

/** Tables that begin at their headers, whole over all their pages, and forms distinguished from tables. */
const regionsOf = (sheet: Sheet) =>
  withHeadedBlocks(
    sheet,
    withFirstBanners(
      sheet,
      pagesAndBlocks(sheet, readForms(sheet, fitToHeaders(sheet, readForms(sheet, findRegions(sheet))))),
    ),
  )

/** What stands alone between the regions is a note: nothing on a sheet is passed over. */
function withStrays(sheet: Sheet, found: readonly FoundRegion[]): FoundRegion[] {
  const { strays } = cellsByBox(
    sheet,
    found.map(({ box }) => box),
  )
  const notes = strayBoxes(strays).map(
    (box): FoundRegion => ({ kind: 'note', box, confidence: 0.5, evidence: ['stands_alone'] }),
  )
  return [...found, ...notes]
}

const TOLD_BY: readonly FoundRegion['kind'][] = ['unit', 'title', 'note']

/** What stands around the tables and may say what they count, the likeliest first. */
function textsAround(sheet: Sheet, found: readonly FoundRegion[]): string[] {
  return TOLD_BY.flatMap((kind) =>
    found.filter((region) => region.kind === kind).flatMap(({ box }) => sheet.cellAt(box.top, box.left)?.text ?? []),
  )
}

/** What the row above the header is: a label as the lines between the rows are, or the head of a page as they are. */
function withGroup(roles: Roles, row: number | undefined): Roles {
  if (row === undefined) return roles
  const role = [...roles.rows.values()].includes('group') ? 'group' : 'note'
  return { ...roles, rows: new Map([[row, role], ...roles.rows]) }
}

/** The lines above each of the blocks, whatever else they look like. */
const withHeads = (roles: Roles, heads: Roles['rows']): Roles => ({
  ...roles,
  rows: new Map([...roles.rows, ...heads].sort(([one], [other]) => one - other)),
})

export type Around = { texts: readonly string[]; language: Language | null }

/** A table by the steps of the engine; what was decided about it by hand is not looked for but followed. */
export function structureTable(
  sheet: Sheet,
  found: FoundRegion,
  id: string,
  { texts, language }: Around,
  decided: Decided = {},
) {
  const { box, banner } = found
  const heads = found.evidence.includes(HEADED_BLOCKS) ? headLines(sheet, box) : null
  const above = heads?.names[0] === undefined ? banner : heads.names[0] - 1
  const shape = decidedShape(sheet, above === undefined ? box : { ...box, top: above + 1 }, decided)
  const ownRoles = findRoles(sheet, shape)
  const plainRoles = heads
    ? withHeads(ownRoles, heads.roles)
    : rolesOfNamelessSums(sheet, shape, withGroup(ownRoles, banner))
  const likeRoles = rolesInLikeBlocks(sheet, shape, plainRoles)
  const roles = withDecidedRoles(likeRoles, decided)
  const hierarchy = likeRoles === plainRoles ? findHierarchy(sheet, shape, roles) : null
  const period_axis = findPeriodAxis(sheet, shape, roles, found.title ?? null, texts)
  const units = findUnits(sheet, shape, [found.unit, found.title, ...texts])
  const table = { ...describeTable(sheet, found, id, shape, roles, units), hierarchy, period_axis }
  const described = withUnnamedColumns(table, languageOf(sheet, table, language))
  const { columns, warnings } = typeColumns(sheet, described)
  const typed = withColumnRoles({ ...described, columns }, decided)
  const readings = rankReadings(sheet, typed, language)
  const region = withPeriodColumns(readAs(typed, readings), languageOf(sheet, typed, language))
  const [reading = 0, next = 0] = readings.map(({ confidence }) => confidence)
  const scores: ReadingScores = { box: found.confidence, header: shape.confidence, reading, next }
  const kept = warnings.filter(({ code }) => !(isRearranged(region) && ABOUT_KINDS.has(code)))
  return { region, warnings: [...kept, ...totalDoubts(sheet, region)], scores }
}

/** What is said of values of several kinds in one column of the sheet. */
const ABOUT_KINDS: ReadonlySet<string> = new Set(['mixed_types', 'almost_one_type'])

/** The cells of a column of the sheet do not stay together: its rows are fields, or a record has several lines. */
const isRearranged = ({ orientation, reshape }: Region) =>
  orientation === 'columns' ||
  [reshape].flat().some((step) => step !== null && (step.kind === 'transpose' || step.kind === 'join_lines'))
