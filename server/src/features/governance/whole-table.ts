import { asReadable, type ReadableTable } from '../../tabular/readable-table.ts'
import type { OpenedTable } from './open-readable-table.ts'

/**
 * Every column of a table, whether or not its writer may see it: a deleted row is kept whole, or whoever brings it back would
 * bring back less. Nothing that is read through this may leave.
 */
export const wholeTable = ({ table, schema }: Pick<OpenedTable, 'table' | 'schema'>): ReadableTable =>
  asReadable({ ...table, columns: schema.map((column) => ({ ...column, isMasked: false })) })
