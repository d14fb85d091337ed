import { expect, test } from 'vitest'
import { standInForBrowser } from '../../../test/without-browser.ts'

standInForBrowser()
const { nameOfType, typeWords } = await import('./type-names.ts')

test.each([
  ['VARCHAR', 'text', '文字'],
  ['BIGINT', 'whole number', '整数'],
  ['DECIMAL(18,0)', 'whole number', '整数'],
  ['DECIMAL(18,2)', 'decimal, 2 places', '小数（2桁）'],
  ['DOUBLE', 'decimal', '小数'],
  ['DATE', 'date', '日付'],
  ['TIMESTAMP WITH TIME ZONE', 'date and time with zone', '日時（時差つき）'],
  ['VARCHAR[]', 'list of text', '文字のリスト'],
  ['STRUCT(a INTEGER)', 'document', '構造化データ'],
])('%s is called “%s” and 「%s」', (type, en, ja) => {
  expect([nameOfType(type, typeWords.en), nameOfType(type, typeWords.ja)]).toEqual([en, ja])
})
