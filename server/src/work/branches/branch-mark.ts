import { toWireId } from '../../platform/ids.ts'

/**
 * The defined name in a file that points to the sheet of a table. It follows the sheet when that is renamed, and programs
 * that drop document properties keep it.
 */
export const branchMark = (branchId: string, tableId: string) =>
  `svc_${toWireId('br', branchId)}_${toWireId('art', tableId)}`

const MARK = /^svc_br_([0-9a-z]{26})_art_[0-9a-z]{26}$/i

/** The branch that a mark names, in wire form; undefined for other names. */
export function branchInMark(name: string): string | undefined {
  const ulid = MARK.exec(name)?.[1]
  return ulid && `br_${ulid.toUpperCase()}`
}
