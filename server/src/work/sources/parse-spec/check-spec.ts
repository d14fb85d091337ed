import type { ParseSpec, Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { unitedOutputs } from '@bindery-data/spreadsheet/parse-spec/united-outputs.ts'
import { namesRead } from '@bindery-data/spreadsheet/structure/correct/reshape-names.ts'
import { stepsOf } from '@bindery-data/spreadsheet/structure/tables/reshape/apply-reshape.ts'
import { parseColumnType } from '../../../engine/table/column-type.ts'
import { invalidFields } from '../sources.errors.ts'
import { boxOf, type RegionBox } from './spec-overrides.ts'

const MOST_ROWS = 1_048_576
const MOST_COLUMNS = 16_384

/** Refuses a spec that contradicts itself or its file, and names every place where it does. */
export function refuseIfImpossible(spec: ParseSpec, sheets: readonly string[]) {
  const faults = spec.regions.flatMap((region, n) => faultsOf(region, n, spec.regions, sheets))
  if (faults.length > 0) throw invalidFields(faults)
}

function faultsOf(region: Region, n: number, all: readonly Region[], sheets: readonly string[]): Fault[] {
  const at = (...loc: Loc): Loc => ['body', 'regions', n, ...loc]
  const faults: Fault[] = []
  if (!sheets.includes(region.sheet))
    faults.push({ loc: at('sheet'), code: 'unknown_sheet', message: 'is no sheet of the file' })
  if (all.findIndex(({ region_id }) => region_id === region.region_id) < n)
    faults.push({ loc: at('region_id'), code: 'duplicate', message: 'is the id of another region' })
  for (const member of ['range', 'data_range'] as const)
    if (isOutside(boxOf(region[member])))
      faults.push({ loc: at(member), code: 'range', message: 'lies outside the sheet' })
  if (region.kind !== 'data') return faults
  const { top, bottom } = boxOf(region.data_range)
  const inside = region.header_rows.findIndex((row) => row - 1 >= top && row - 1 <= bottom)
  if (inside >= 0)
    faults.push({ loc: at('header_rows', inside), code: 'header_in_data', message: 'lies within data_range' })
  const other = all.findIndex((candidate, m) => m < n && overlaps(region, candidate))
  if (other >= 0) faults.push({ loc: at('range'), code: 'overlap', message: `overlaps the data of regions[${other}]` })
  return [
    ...faults,
    ...columnFaults(region, at),
    ...shapeFaults(region, at),
    ...outputFaults(region, n, all, at),
    ...unionFaults(region, n, all, at),
  ]
}

function columnFaults({ columns }: Region, at: (...loc: Loc) => Loc): Fault[] {
  const names = new Set<string>()
  return columns.flatMap(({ name, type, include }, c) => {
    const faults: Fault[] = []
    if (!parseColumnType(type))
      faults.push({ loc: at('columns', c, 'type'), code: 'type', message: 'is no type a column can have' })
    if (!include) return faults
    const spelled = name.normalize('NFC').toLowerCase()
    if (names.has(spelled))
      faults.push({ loc: at('columns', c, 'name'), code: 'duplicate', message: 'is the name of another column' })
    if (/^__svc_/i.test(name))
      faults.push({ loc: at('columns', c, 'name'), code: 'pattern', message: 'begins as only names of the service do' })
    names.add(spelled)
    return faults
  })
}

/** Each table has a name of its own; notes of a sheet are one table. */
function outputFaults({ outputs }: Region, n: number, all: readonly Region[], at: (...loc: Loc) => Loc): Fault[] {
  const before = new Set(all.slice(0, n).flatMap((other) => (other.kind === 'data' ? other.outputs.map(nameOf) : [])))
  return outputs.flatMap(({ name, kind }, place) => {
    if (kind === 'notes') return []
    const isTaken = before.has(name) || outputs.findIndex((other) => other.name === name) < place
    return isTaken
      ? [{ loc: at('outputs', place, 'name'), code: 'duplicate', message: 'is the name of another table' }]
      : []
  })
}

const nameOf = ({ name }: Region['outputs'][number]) => name

/** A union stands in one of its parts, a region is in one union at most, and its tables have names of their own. */
function unionFaults({ union, region_id }: Region, n: number, all: readonly Region[], at: At): Fault[] {
  if (!union) return []
  const ids = union.parts.map((part) => part.region_id)
  const others = all.filter((other, place) => place < n && other.union).flatMap((other) => other.union?.parts ?? [])
  const parts = ids.flatMap((id, place): Fault[] => {
    const loc = at('union', 'parts', place, 'region_id')
    const isTaken = ids.indexOf(id) < place || others.some((part) => part.region_id === id)
    return isTaken ? [{ loc, code: 'duplicate', message: 'is united already' }] : []
  })
  const own = ids.includes(region_id)
    ? []
    : [{ loc: at('union', 'parts'), code: 'required', message: 'must name the region it stands in' }]
  const taken = tablesBeside(all, n)
  const names = union.outputs.flatMap(({ name }, place) => {
    const isTaken = taken.has(name) || union.outputs.findIndex((other) => other.name === name) < place
    const loc = at('union', 'outputs', place, 'name')
    return isTaken ? [{ loc, code: 'duplicate', message: 'is the name of another table' }] : []
  })
  return [...parts, ...own, ...names]
}

/** Tables that are not of the union of this region. */
function tablesBeside(all: readonly Region[], n: number): Set<string> {
  const unitedIn = unitedOutputs(all)
  return new Set(
    all.flatMap((region) =>
      region.outputs.flatMap((output) => {
        const united = unitedIn(region, output)
        if (united) return united.ownerId === all[n]?.region_id ? [] : [united.output.name]
        return [output.name]
      }),
    ),
  )
}

const isOutside = ({ right, bottom }: RegionBox) => right >= MOST_COLUMNS || bottom >= MOST_ROWS

function overlaps(a: Region, b: Region): boolean {
  if (a.sheet !== b.sheet || b.kind !== 'data') return false
  const [one, two] = [boxOf(a.data_range), boxOf(b.data_range)]
  return one.left <= two.right && two.left <= one.right && one.top <= two.bottom && two.top <= one.bottom
}

type Loc = (string | number)[]
type Fault = { loc: Loc; code: string; message: string }
type At = (...loc: Loc) => Loc

/** What of a region's roles, periods, reshaping and hierarchy speaks of rows and columns that it does not have. */
function shapeFaults(region: Region, at: At): Fault[] {
  return [...rowFaults(region, at), ...periodFaults(region, at), ...reshapeFaults(region, at)]
}

function rowFaults({ range, row_roles, hierarchy }: Region, at: At): Fault[] {
  const { top, bottom } = boxOf(range)
  const isOutside = (row: number) => row - 1 < top || row - 1 > bottom
  const fault = (loc: Loc): Fault => ({ loc, code: 'range', message: 'lies outside the region' })
  const roles = row_roles.flatMap(({ rows }, n) => {
    const place = rows.findIndex(isOutside)
    return place < 0 ? [] : [fault(at('row_roles', n, 'rows', place))]
  })
  const parents = (hierarchy?.parents ?? []).flatMap((pair, n) =>
    pair.some(isOutside) ? [fault(at('hierarchy', 'parents', n))] : [],
  )
  return [...roles, ...parents]
}

function periodFaults({ period_axis: axis }: Region, at: At): Fault[] {
  if (!axis) return []
  const count = axis.columns.length
  return (['labels', 'normalized'] as const)
    .filter((member) => axis[member].length !== count)
    .map((member) => ({ loc: at('period_axis', member), code: 'length', message: `must have ${count} items` }))
}

/** The second of two steps speaks of columns that the first one makes. */
function reshapeFaults({ reshape, columns }: Region, at: At): Fault[] {
  const [first] = stepsOf({ reshape })
  if (!first) return []
  const names = new Set(columns.map(({ name }) => name))
  return namesRead(first)
    .filter(([, name]) => !names.has(name))
    .map(([member, name]) => ({
      loc: at('reshape', member),
      code: 'unknown_column',
      message: `names ${name}, which is no column of the region`,
    }))
}
