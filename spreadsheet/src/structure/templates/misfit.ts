import type { TemplateReason } from '../../parse-spec/template-match.ts'
import type { SheetCell } from '../sheet.ts'
import type { TemplateField } from './layout.ts'

/** Why a file is not read by a template. */
export type Misfit = TemplateReason

/** A field of the template on a sheet; `value` is null where nothing was filled in. */
export type FilledField = { field: TemplateField; label: SheetCell; value: SheetCell | null }

export const missing = (code: 'anchor_not_found' | 'label_missing', label: string): Misfit => ({
  code,
  label,
  cell: null,
  message: code === 'anchor_not_found' ? `the title "${label}" is not there` : `the label "${label}" is not there`,
})
