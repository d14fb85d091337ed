/** `made_of`: a mark of the reading whose rows are in the tables of the template. */
export type TemplateTaken = { template_id: string; name: string; why: readonly string[]; made_of?: string }

export type TemplateMiss = { template_id: string; name: string; share: number; reasons: readonly TemplateReason[] }

/** `label`: what is printed there; `cell`: where it stands in the file. */
export type TemplateReason = {
  code: (typeof TEMPLATE_REASONS)[number]
  label: string | null
  cell: string | null
  message: string
}

export const TEMPLATE_REASONS = [
  'anchor_not_found',
  'label_missing',
  'label_ambiguous',
  'unexpected_label',
  'unexpected_value',
  'value_type',
] as const
