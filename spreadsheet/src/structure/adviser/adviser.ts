import type { Region } from '../../parse-spec/parse-spec.ts'

/**
 * A function that may read a sheet better than the rules do, such as a model. It is called only if the caller passes one.
 * Its advice is tried, and dropped where a cell would be lost.
 */
export type Adviser = (question: AdviserQuestion) => Promise<readonly Advice[]>

export type AdviserQuestion = {
  /** The regions of one sheet, as the rules have read them. */
  regions: readonly Region[]
  /** The sheet in few lines: numbers without their digits, rows that look alike listed once. */
  lines: readonly string[]
}

/** What would be different in a region. Its place on the sheet is not open to advice: other regions have their own. */
export type Advice = { region_id: string; patch: Partial<Pick<Region, AdvisedMember>> }

export const ADVISED_MEMBERS = [
  'layout',
  'orientation',
  'header_rows',
  'data_range',
  'label_columns',
  'unit',
  'title',
  'columns',
  'row_roles',
  'totals',
  'period_axis',
  'reshape',
  'hierarchy',
] as const

export type AdvisedMember = (typeof ADVISED_MEMBERS)[number]
