import { _, str } from 'ajv'
import type { Ajv2020, KeywordDefinition } from 'ajv/dist/2020.js'

/**
 * Counts characters as JSON Schema does, but only where their number could matter: walking through a text of some megabytes takes a third
 * of a second, and its length in code units mostly decides.
 */
export function countTextsQuickly(ajv: Ajv2020): void {
  for (const keyword of ['maxLength', 'minLength']) ajv.removeKeyword(keyword)
  ajv.addKeyword(lengthKeyword('maxLength', 'more', (text, limit) => !isLongerThan(text, limit)))
  ajv.addKeyword(lengthKeyword('minLength', 'fewer', (text, limit) => isLongerThan(text, limit - 1)))
}

/** Whether a text has more characters than that. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  // A character is one code unit or two.
  if (text.length > 2 * limit) return true
  return [...text].length > limit
}

const lengthKeyword = (
  keyword: string,
  comparison: string,
  fits: (text: string, limit: number) => boolean,
): KeywordDefinition => ({
  keyword,
  type: 'string',
  schemaType: 'number',
  // A pattern is not tried on a text that is too long.
  before: 'pattern',
  compile: (limit: number) => (text: string) => fits(text, limit),
  error: {
    message: ({ schemaCode }) => str`must NOT have ${comparison} than ${schemaCode} characters`,
    params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
  },
})
