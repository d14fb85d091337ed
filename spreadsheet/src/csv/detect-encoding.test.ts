import { expect, test } from 'vitest'
import { hearRows } from '../../test/hear-rows.ts'
import { type ByteSource, bytesOf } from '../byte-source.ts'
import { detectEncoding } from './detect-encoding.ts'
import { openCsv } from './open-csv.ts'

const hex = (bytes: string) => Buffer.from(bytes.replaceAll(' ', ''), 'hex')
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

const detect = (bytes: Buffer) => {
  const { encoding, textFrom } = detectEncoding(bytesOf(bytes))
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes.subarray(textFrom))
}

test.each([
  ['UTF-8', Buffer.from('日付,金額\n'), '日付,金額\n'],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFF日付,金額\n'), '日付,金額\n'],
  ['UTF-16 of little end', Buffer.from('氏名,上\u3000下\r\n', 'utf16le'), '氏名,上\u3000下\r\n'],
  ['UTF-16 of big end', utf16be('氏名,金額\r\n'), '氏名,金額\r\n'],
  ['Shift_JIS', hex('93fa 9574 2c 8be0 8a7a 0a'), '日付,金額\n'],
  ['Shift_JIS with signs of NEC and kanji of IBM', hex('8740 2c fbfc 8bb4 2c 878a 0a'), '①,髙橋,㈱\n'],
  ['Shift_JIS with kana of half width', hex('bdbdde b7 2c b2c1dbb3 0a'), 'ｽｽﾞｷ,ｲﾁﾛｳ\n'],
  ['EUC-JP', hex('c6fc c9d5 2c b6e2 b3db 0a'), '日付,金額\n'],
  ['ISO-2022-JP', hex('1b2442 467c 4955 1b2842 2c 31 0a'), '日付,1\n'],
  ['GBK', hex('d0d5 c3fb 2c b5d8 d6b7 2c bcdb b8f1 0a'), '姓名,地址,价格\n'],
  ['Windows-1252', hex('5174e9 3b 44e9 7369676e 6174696f6e 0a'), 'Qté;Désignation\n'],
  ['Windows-1252 with its own signs', hex('80 31322c3530 3b c9 74 e9 0a'), '€12,50;Été\n'],
])('text in %s is read as it was written', (_, bytes, text) => {
  expect(detect(bytes)).toBe(text)
})

test('one character at the very end of a long file decides its encoding', () => {
  const bytes = Buffer.concat([Buffer.from('a,b\n'.repeat(1_000_000)), hex('93fa 9574 0a')])

  expect(detectEncoding(bytesOf(bytes)).encoding).toBe('shift_jis')
})

test('UTF-8 that was cut in the middle of a character is still UTF-8', () => {
  const bytes = Buffer.from('部門,金額,備考\n営業部,100,確認済み\n').subarray(0, -3)

  expect(detectEncoding(bytesOf(bytes)).encoding).toBe('utf-8')
})

test('a guess is less certain than a mark', () => {
  const marked = detectEncoding(bytesOf(Buffer.from('\uFEFFa')))
  const guessed = detectEncoding(bytesOf(hex('5174e9 0a')))

  expect(marked.confidence).toBe(1)
  expect(guessed.confidence).toBeLessThan(1)
})

/** A file whose characters of several bytes lie on every boundary of a part. */
const longFile = (line: Buffer, lines: number): ByteSource =>
  bytesOf(Buffer.concat(Array.from({ length: lines }, () => line)))

test.each([
  ['utf-8', Buffer.from('東京,髙橋😀\n'), '髙橋😀'],
  ['shift_jis', hex('938c 8b9e 2c fbfc 8bb4 41 0a'), '髙橋A'],
  ['utf-16le', Buffer.from('東京,髙橋😀\n', 'utf16le'), '髙橋😀'],
  ['euc-jp', hex('c5ec b5fe 2c a4aa a4b9 41 0a'), 'おすA'],
])('no character of a long file in %s is cut in two', async (encoding, line, text) => {
  const lines = 60_000
  const file = await openCsv(longFile(line, lines), 'long.csv')
  const heard = hearRows()
  await file.scan(0, heard.sink)
  const right = heard.rows.filter(([city, name]) => city === '東京' && name === text)

  expect(file.dialect?.encoding).toBe(encoding)
  expect(right).toHaveLength(lines)
})
