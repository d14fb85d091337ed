import { expect, test } from 'vitest'
import { toR1C1 } from './to-r1c1.ts'

test('references become relative to their cell, and nothing else of a formula changes', () => {
  // Seen from C3.
  const formulas = {
    A1: 'R[-2]C[-2]',
    C3: 'RC',
    '$A$1+B$2+$C4': 'R1C1+R2C[-1]+R[1]C3',
    'SUM(A1:B2)': 'SUM(R[-2]C[-2]:R[-1]C[-1])',
    'SUM(A:$B,3:$4)': 'SUM(C[-2]:C2,R:R4)',
    'LOG10(A1)': 'LOG10(R[-2]C[-2])',
    '"A1"&A1': '"A1"&R[-2]C[-2]',
    '"say ""A1"""&A1': '"say ""A1"""&R[-2]C[-2]',
    "'A1 B2'!C3": "'A1 B2'!RC",
    'Sheet1!C3': 'Sheet1!RC',
    'Jan:Mar!C3': 'Jan:Mar!RC',
    '売上!C3*2.5E+3': '売上!RC*2.5E+3',
    'Table1[[#This Row],[A1]]*C3': 'Table1[[#This Row],[A1]]*RC',
    '[1]Sheet1!C3': '[1]Sheet1!RC',
    'rate_A1+XFE1+A1048577': 'rate_A1+XFE1+A1048577',
    '_xlfn.IFS(C3>1,TRUE)': '_xlfn.IFS(RC>1,TRUE)',
    'c3+#REF!': 'RC+#REF!',
  }

  expect(Object.keys(formulas).map((formula) => toR1C1(formula, 2, 2))).toEqual(Object.values(formulas))
})
