import type { Random } from '../structuring-invariants/random.ts'
import type { Value } from './book.ts'

export type Language = 'ja' | 'en'

/** What tables are about: their columns, and values for them. The last columns may be missing. */
export type Subject = { title: string; columns: readonly SubjectColumn[]; extra: SubjectColumn }
export type SubjectColumn = { name: string; value: (random: Random, n: number) => Value }

const day = (random: Random) =>
  `2025-${String(random.whole(1, 12)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`
const amount = (random: Random) => random.whole(3, 4000) * 10 + random.whole(0, 9)
const code = (letter: string) => (random: Random) => `${letter}-${String(random.whole(1, 9999)).padStart(4, '0')}`
const oneOf = (words: string) => (random: Random) => random.one(words.split(' '))

const EN: readonly Subject[] = [
  {
    title: 'Sales',
    columns: [
      { name: 'Date', value: day },
      { name: 'Customer', value: oneOf('Acme Beta Core Dyn Echo Fox Gale Hill') },
      { name: 'Product', value: oneOf('Pen Ink Pad Clip Tape') },
      { name: 'Quantity', value: (random) => random.whole(1, 90) },
      { name: 'Amount', value: amount },
    ],
    extra: { name: 'Channel', value: oneOf('web phone shop') },
  },
  {
    title: 'Deliveries',
    columns: [
      { name: 'Slip', value: code('D') },
      { name: 'Date', value: day },
      { name: 'Destination', value: oneOf('Leeds York Hull Bath Derby Exeter') },
      { name: 'Goods', value: oneOf('steel glass paper timber') },
      { name: 'Weight kg', value: (random) => random.whole(20, 900) },
    ],
    extra: { name: 'Driver', value: oneOf('Kim Lee Roy') },
  },
  {
    title: 'Hours',
    columns: [
      { name: 'Day', value: day },
      { name: 'Project', value: oneOf('Atlas Boreas Cygnus Draco') },
      { name: 'Task', value: oneOf('design build test review') },
      { name: 'Hours', value: (random) => random.whole(1, 9) },
    ],
    extra: { name: 'Remark', value: oneOf('late early remote') },
  },
]

const JA: readonly Subject[] = [
  {
    title: '売上明細',
    columns: [
      { name: '日付', value: day },
      { name: '得意先', value: oneOf('山本商事 港物産 青葉堂 北星社 三和工業 緑屋') },
      { name: '商品', value: oneOf('緑茶 紅茶 珈琲 麦茶') },
      { name: '数量', value: (random) => random.whole(1, 90) },
      { name: '金額', value: amount },
    ],
    extra: { name: '担当', value: oneOf('佐野 岡田 村上') },
  },
  {
    title: '経費',
    columns: [
      { name: '日付', value: day },
      { name: '社員', value: oneOf('青木 石田 上野 江口 大西') },
      { name: '費目', value: oneOf('交通費 会議費 消耗品費 通信費') },
      { name: '金額', value: amount },
    ],
    extra: { name: '領収書', value: oneOf('有り 無し') },
  },
  {
    title: '備品在庫',
    columns: [
      { name: '品番', value: code('B') },
      { name: '品名', value: oneOf('机 椅子 棚 複合機 電話機 時計') },
      { name: '保管場所', value: oneOf('一階 二階 倉庫 受付') },
      { name: '在庫数', value: (random) => random.whole(1, 60) },
      { name: '単価', value: amount },
    ],
    extra: { name: '購入日', value: day },
  },
]

export const SUBJECTS: Readonly<Record<Language, readonly Subject[]>> = { en: EN, ja: JA }
