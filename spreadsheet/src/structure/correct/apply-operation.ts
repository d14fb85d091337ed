import type { Region } from '../../parse-spec/parse-spec.ts'
import { addRegion, mergeRegions, splitRegion } from './divide-operations.ts'
import type { Operation } from './operation.ts'
import type { OnSheet, Reading } from './reading.ts'
import { change, chooseReading, nameTable } from './reading-operations.ts'
import { setBox, setCells, setHeaderRows, setKind, setRole } from './set-operations.ts'
import { separateTables, uniteTables } from './unite-operations.ts'

/** One operation on the regions of one sheet. Whatever follows from it is found by the engine's own steps. */
export function applyOperation(reading: Reading, operation: Operation, on: OnSheet): Reading {
  return withUnions(reading.regions, applied(reading, operation, on))
}

/** A union whose region is a table no longer stands in the next of its parts. */
function withUnions(before: readonly Region[], reading: Reading): Reading {
  const isTable = (id: string) => reading.regions.some(({ region_id, kind }) => region_id === id && kind === 'data')
  const orphans = before.filter(({ region_id, union }) => union && !isTable(region_id))
  if (orphans.length === 0) return reading
  const regions = reading.regions.map((region) => {
    const orphan = orphans.find(
      ({ union }) => union?.parts.find((part) => isTable(part.region_id))?.region_id === region.region_id,
    )
    return orphan?.union && !region.union ? { ...region, union: orphan.union } : region
  })
  return { ...reading, regions }
}

function applied(reading: Reading, operation: Operation, on: OnSheet): Reading {
  switch (operation.op) {
    case 'merge_regions':
      return mergeRegions(reading, operation, on)
    case 'split_region':
      return splitRegion(reading, operation, on)
    case 'add_region':
      return addRegion(reading, operation, on)
    case 'unite_tables':
      return uniteTables(reading, operation, on)
    case 'separate_tables':
      return separateTables(reading, operation)
    case 'set_box':
      return setBox(reading, operation, on)
    case 'set_header_rows':
      return setHeaderRows(reading, operation, on)
    case 'set_role':
      return setRole(reading, operation, on)
    case 'leave_out':
    case 'read_as':
      return setCells(reading, operation, on)
    case 'set_kind':
      return setKind(reading, operation, on)
    case 'name_table':
      return nameTable(reading, operation, on)
    case 'choose_reading':
      return chooseReading(reading, operation, on)
    default: {
      const { region: id, ...asked } = operation
      return change(reading, id, () => asked, on)
    }
  }
}
