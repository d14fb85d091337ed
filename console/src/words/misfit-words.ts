import type { Wire } from '@bindery-data/sdk'
import { words } from './words.ts'

/** Why a file does not fit a template; a label and a cell are named where they are known. */
export type Misfit = Wire.Source['template_misses'][number]['reasons'][number]

export const misfitWords = words(
  {
    anchor_not_found: (label: string, _cell: string) => `The title “${label}” is not there.`,
    label_missing: (label: string, _cell: string) => `The label “${label}” is not there.`,
    label_ambiguous: (label: string, _cell: string) => `The label “${label}” stands in several places.`,
    unexpected_label: (label: string, cell: string) =>
      `${cell} holds a label that the template does not know: “${label}”.`,
    unexpected_value: (_label: string, cell: string) => `${cell} holds a value that the template has no place for.`,
    value_type: (label: string, cell: string) => `The value of “${label}” (${cell}) is of another kind.`,
  },
  {
    anchor_not_found: (label, _cell) => `表題「${label}」がありません。`,
    label_missing: (label, _cell) => `項目「${label}」がありません。`,
    label_ambiguous: (label, _cell) => `項目「${label}」が複数の場所にあります。`,
    unexpected_label: (label, cell) => `${cell}に、テンプレートにない項目「${label}」があります。`,
    unexpected_value: (_label, cell) => `${cell}の値は、テンプレートに入れる場所がありません。`,
    value_type: (label, cell) => `「${label}」の値（${cell}）は種類が違います。`,
  },
)

export const sayMisfit = (w: (typeof misfitWords)['en'], { code, label, cell }: Misfit) =>
  w[code](label ?? '', cell ?? '')
