import { TEMPLATE_REASONS } from '@bindery-data/spreadsheet/parse-spec/template-match.ts'
import { Type } from 'typebox'
import { NamedObject, Nullable, OneOf } from '../../../platform/http/schema.ts'

const ShortText = Type.String({ maxLength: 1_000 })

/** The template that a file was read by, and why. */
export const TemplateTaken = NamedObject('TemplateTaken', {
  template_id: ShortText,
  name: ShortText,
  why: Type.Array(ShortText, { maxItems: 20 }),
  made_of: Type.Optional(ShortText),
})

export const TemplateMisses = Type.Array(
  NamedObject('TemplateMiss', {
    template_id: ShortText,
    name: ShortText,
    share: Type.Number({ description: 'Of the labels of the template, those that the file has' }),
    reasons: Type.Array(
      Type.Object({
        code: OneOf(TEMPLATE_REASONS),
        label: Nullable(Type.String()),
        cell: Nullable(Type.String()),
        message: Type.String(),
      }),
      { maxItems: 100 },
    ),
  }),
  { maxItems: 20, description: 'Templates that nearly fit, and why the file was not read by them' },
)
