import type { ParseSpec, Region } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'
import { parseColumnType } from '../../tabular/column-type.ts'
import { type Fault, type Loc, shapeFaults } from './check-shape.ts'
import { boxOf, type RegionBox } from './region-box.ts'
import { invalidFields } from './sources.errors.ts'

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
  return [...faults, ...columnFaults(region, at), ...shapeFaults(region, at), ...outputFaults(region, n, all, at)]
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

const isOutside = ({ right, bottom }: RegionBox) => right >= MOST_COLUMNS || bottom >= MOST_ROWS

function overlaps(a: Region, b: Region): boolean {
  if (a.sheet !== b.sheet || b.kind !== 'data') return false
  const [one, two] = [boxOf(a.data_range), boxOf(b.data_range)]
  return one.left <= two.right && two.left <= one.right && one.top <= two.bottom && two.top <= one.bottom
}
