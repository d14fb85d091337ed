import { decodeEscapes } from '../../spreadsheet/src/xlsx/xml-text.ts'
import type { ReadCell } from './reading.ts'

export type Peer = 'sheetjs' | 'openpyxl' | 'libreoffice'

/** Why two readers differ about a cell, and who is right. */
export type Explanation = {
  name: string
  peers: readonly Peer[]
  right: 'bindery' | 'both' | 'peer'
  why: string
  /** Of these files only. */
  files?: RegExp
  explains: (ours: ReadCell | undefined, theirs: ReadCell | undefined) => boolean
}

const isText = (cell: ReadCell | undefined, value?: string): cell is ReadCell =>
  cell?.[0] === 's' && (value === undefined || cell[1] === value)
const textOf = (cell: ReadCell | undefined): string => String(cell?.[1] ?? '')

export const EXPLANATIONS: readonly Explanation[] = [
  {
    name: 'computed-anew',
    peers: ['libreoffice'],
    right: 'both',
    why: 'LibreOffice recomputes formulas, and differs from the program that wrote the file. Bindery returns the result that the file holds.',
    explains: (_ours, theirs) => theirs?.[0] === 'f',
  },
  {
    name: 'fifteen-digits',
    peers: ['libreoffice'],
    right: 'bindery',
    why: 'LibreOffice saves numbers with 15 digits; a double may need 17.',
    explains: (ours, theirs) =>
      ours?.[0] === 'n' && theirs?.[0] === 'n' && Number(Number(ours[1]).toPrecision(15)) === theirs[1],
  },
  {
    name: 'comment-in-value',
    peers: ['sheetjs'],
    right: 'bindery',
    why: 'A comment of XML inside a value is no part of it; SheetJS takes it for text, or makes NaN of it.',
    files: /\/commented-[^/]*$/,
    explains: (ours, theirs) => ours !== undefined || Number.isNaN(theirs?.[1]),
  },
  {
    name: 'carriage-return',
    peers: ['sheetjs', 'libreoffice'],
    right: 'bindery',
    why: 'The file spells a carriage return as _x000D_ so that it is kept; SheetJS drops it before a line feed, LibreOffice makes line feeds of all.',
    explains: (ours, theirs) =>
      isText(ours) && isText(theirs) && textOf(ours).replaceAll(/\r\n?/g, '\n') === textOf(theirs),
  },
  {
    name: 'escapes-left',
    peers: ['openpyxl', 'libreoffice'],
    right: 'bindery',
    why: 'openpyxl leaves the escapes of the format (_x000D_, _x0041_) as they are spelled, LibreOffice most of them.',
    explains: (ours, theirs) => isText(ours) && isText(theirs) && decodeEscapes(textOf(theirs)) === ours[1],
  },
  {
    name: 'escaped-twice',
    peers: ['openpyxl', 'libreoffice'],
    right: 'both',
    why: 'XlsxWriter escapes runs twice; undone from left to right that leaves _x005F and a carriage return, which were never typed.',
    explains: (ours, theirs) =>
      isText(ours) && isText(theirs) && textOf(ours).replaceAll(/_x005F([\0-\uffff])/g, escapeOf) === theirs[1],
  },
  {
    name: 'beyond-doubles',
    peers: ['sheetjs', 'openpyxl', 'libreoffice'],
    right: 'both',
    why: 'A writer rounded the largest double up, so that no double holds the number: it stays the text it is, where others tell infinity.',
    explains: (ours, theirs) => isText(ours) && Number(ours[1]) === Number.POSITIVE_INFINITY && theirs?.[0] === 'n',
  },
  {
    name: 'date-spelled-out',
    peers: ['sheetjs', 'openpyxl', 'libreoffice'],
    right: 'both',
    why: 'Bindery returns a date spelled out in the file as it is spelled; others make a number or a date of it.',
    explains: (ours, theirs) =>
      ours?.[0] === 'd' && (theirs?.[0] === 'd' || theirs?.[1] === ours[1] || isSerialOf(ours, theirs)),
  },
  {
    name: 'empty-text',
    peers: ['openpyxl', 'libreoffice'],
    right: 'bindery',
    why: 'A cell that holds the empty text holds it; openpyxl tells nothing, LibreOffice saves nothing.',
    explains: (ours, theirs) => isText(ours, '') && theirs === undefined,
  },
  {
    name: 'no-value',
    peers: ['sheetjs'],
    right: 'bindery',
    why: 'A cell that is to hold a text and has no value holds nothing; SheetJS tells an empty text.',
    explains: (ours, theirs) => ours === undefined && isText(theirs, ''),
  },
]

function escapeOf(_text: string, character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}

function isSerialOf(date: ReadCell, number: ReadCell | undefined): boolean {
  if (number?.[0] !== 'n') return false
  const text = textOf(date)
  const milliseconds = Date.parse(
    /^\d{4}/.test(text) ? `${text.includes('T') ? text : `${text}T00:00`}Z` : `1970-01-01T${text}Z`,
  )
  const serials = [milliseconds / 86_400_000, milliseconds / 86_400_000 + 25_569, milliseconds / 86_400_000 + 24_107]
  return serials.some((serial) => Math.abs(serial - Number(number[1])) < 1e-6)
}

/** Files that one of two readers cannot read. */
export const UNREADABLE: readonly { name: string; file: RegExp; right: Explanation['right']; why: string }[] = [
  {
    name: 'wrong-row',
    file: /skip_empty_lines\.xlsx$/,
    right: 'bindery',
    why: 'Edited by hand: a cell claims another row than its own, which others overwrite silently.',
  },
  {
    name: 'no-spreadsheet',
    file: /(?:empty_file|password)\.xlsx$/,
    right: 'bindery',
    why: 'An empty file and an encrypted one: SheetJS makes an empty sheet of the first.',
  },
  {
    name: 'missing-part',
    file: /(?:covid_19-iss|formatted_inline_string)\.xlsx$/,
    right: 'bindery',
    why: 'A part that no cell needs is missing: openpyxl gives up.',
  },
]
