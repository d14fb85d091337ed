import { expect, test } from 'vitest'
import { sheetOf } from '../../../../test/sheet-of.ts'
import { findShape } from '../../header/find-shape.ts'
import { findRoles } from '../find-roles.ts'

function totalsOf(rows: Parameters<typeof sheetOf>[0]) {
  const sheet = sheetOf(rows)
  return findRoles(sheet, findShape(sheet, sheet.box)).totals
}

test('a subtotal of which one part alone holds something is one, since it is called so', () => {
  const totals = totalsOf([
    ['Item', 'FY 1', 'FY 2'],
    ['Direct', 72.5, 84],
    ['Support', 0, 0],
    ['Subtotal', 72.5, 84],
    ['Travel', 15.3, 31.1],
    ['Rent', 16, 30.2],
    ['Subtotal', 31.3, 61.3],
  ])

  expect(totals.find(({ row }) => row === 4)).toMatchObject({ op: 'sum', operands: ['2:3'], cells: ['B4:C4'] })
})

test('the subtotal of a group with one item is a subtotal', () => {
  const totals = totalsOf([
    ['科目', '前期', '当期'],
    ['材料費', null, null],
    ['鋼材', 319, 111],
    ['材料費 小計', 319, 111],
    ['労務費', null, null],
    ['賃金', 806, 305],
    ['賞与', 118, 293],
    ['労務費 小計', 924, 598],
  ])

  expect(totals.find(({ row }) => row === 4)).toMatchObject({ op: 'sum', operands: ['3'], cells: ['B4:C4'] })
})

test('a line that only repeats the one above it is no sum, whatever comes to nothing beside it', () => {
  const totals = totalsOf([
    ['Item', 'FY 1', 'FY 2'],
    ['Direct', 72.5, 84],
    ['Support', 0, 0],
    ['Direct again', 72.5, 84],
    ['Travel', 15.3, 31.1],
  ])

  expect(totals).toEqual([])
})

test('a total beside its twin is as much a total, and one that is copied far away is not', () => {
  const totals = totalsOf([
    ['Name', 'Exam', 'Bonus', 'Points', 'Points of 300', 'Age', 'Height', 'Copied'],
    ['K', 140, 21, 161, 161, 23, 171, 161],
    ['L', 163, 18, 181, 181, 31, 166, 181],
    ['M', 177, 12, 189, 189, 27, 183, 189],
    ['N', 235, 24, 259, 259, 45, 190, 259],
    ['O', 193, 39, 232, 232, 38, 159, 232],
  ])

  expect(totals.map(({ column }) => column)).toEqual(expect.arrayContaining(['D', 'E']))
  expect(totals.map(({ column }) => column)).not.toContain('H')
})

test('a sum of which one line in between is no part is found', () => {
  const totals = totalsOf([
    ['Region', 'Enrolled', 'Nursery', 'Primary', 'Rooms', 'Secondary', 'College'],
    ['Alamo', 515031, 62843, 234301, 291, 115686, 102201],
    ['Brazos', 101884, 7853, 28263, 174, 14343, 51425],
    ['Capital', 385563, 45255, 151305, 352, 69285, 119718],
    ['Coastal', 158516, 18278, 72547, 418, 37498, 30193],
    ['Concho', 40462, 4764, 17934, 265, 9740, 8024],
  ])

  expect(totals.find(({ column }) => column === 'B')).toMatchObject({ op: 'sum', operands: ['C:D', 'F:G'] })
})

test('an average counts no total together with its parts', () => {
  const totals = totalsOf([
    ['Name', 'a', 'b', 'c', 'Total', 'Grade'],
    ['K', 40, 81, 23, 144, 72],
    ['L', 37, 86, 96, 219, 109.5],
    ['M', 39, 68, 83, 190, 95],
    ['N', 22, 74, 17, 113, 56.5],
    ['O', 31, 82, 90, 203, 101.5],
  ])

  expect(totals.filter(({ op }) => op === 'average')).toEqual([])
})

test('an average of lines of one name is found wherever they stand', () => {
  const totals = totalsOf([
    ['School', 'Average attendance', 'Count 1', 'attendance', 'Count 2', 'attendance', 'Count 3', 'attendance'],
    ['Borden', 0.83, 61, 0.97, 40, 0.66, 52, 0.86],
    ['Eagle', 0.79, 55, 0.71, 57, 0.84, 61, 0.82],
    ['Custer', 0.72, 46, 0.61, 44, 0.72, 57, 0.83],
    ['Franklin', 0.57, 63, 0.53, 26, 0.44, 51, 0.74],
    ['Salem', 0.92, 60, 0.99, 58, 0.93, 54, 0.84],
  ])

  expect(totals.find(({ column }) => column === 'B')).toMatchObject({ op: 'average', operands: ['D', 'F', 'H'] })
})
