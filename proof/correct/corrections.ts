import type { SentOperation } from '../../server/src/work/sources/parse-spec/operations/operations.schema.ts'

const without = (region: string, ...columns: string[]): SentOperation[] =>
  columns.map((column) => ({ op: 'include', region, column, on: false }))

/**
 * What a user would say about each file that is not right by itself, by the id of its case. Cases of several packs are here: no
 * id is in two of them.
 */
export const CORRECTIONS: Readonly<Record<string, readonly SentOperation[]>> = {
  // Errors of formulas in a column of texts are no texts.
  'e09-sales-errors': [{ op: 'leave_out', region: 'r1', ranges: ['I2', 'I13', 'I31', 'I35:I38'] }],
  // What is carried over is data in the first month alone.
  'j02-cash-plan': [{ op: 'leave_out', region: 'r4', ranges: ['F6:O6'] }],
  'j03-attendance': without('r5', 'AH', 'AI'),
  'j05-estimate': [{ op: 'set_role', region: 'r5', rows: [8, 12], role: 'note' }],
  // Two days without a year.
  'j14-ledger': [
    {
      op: 'read_as',
      region: 'r2',
      cells: [
        { cell: 'B8', text: '2025-04-10' },
        { cell: 'B13', text: '2025-04-22' },
      ],
    },
  ],
  'j17-travel-form': [{ op: 'set_box', region: 'r5', range: 'A11:E15' }],

  'd07-anteile': [{ op: 'set_role', region: 'r3', rows: [13], role: 'total' }],
  'd16-nurse-roster': without('r4', 'AI', 'AJ', 'AK'),
  'd31-crosstab': [{ op: 'set_kind', region: 'r4', kind: 'form' }],

  't04-ja-staff': [{ op: 'choose_reading', region: 'r3', reshape: null }],
  't06-ja-invoice-two-rates': [{ op: 'set_box', region: 'r9', range: 'A11:H19' }],
  't09-ja-timesheets': [{ op: 'unite_tables', regions: ['r3', 'r11'] }],
  't11-ja-marks-stacked': [{ op: 'unite_tables', regions: ['r3', 'r5', 'r7'] }],
  't13-ja-population': [...without('r2', 'C'), { op: 'rename', region: 'r2', column: 'F', name: '面積(k㎡)' }],
  't15-ja-shift-roster': without('r2', 'R', 'S'),
  't23-en-bank-statement': [{ op: 'set_role', region: 'r3', rows: [7], role: 'data' }],
  // Marks of provisional figures.
  't30-es-tourism-years': [
    {
      op: 'read_as',
      region: 'r8',
      cells: ['120203', '107386', '182954', '152677', '230332', '42962', '39357', '215594', '114528'].map(
        (text, n) => ({ cell: `E${n + 7}`, text }),
      ),
    },
    { op: 'unite_tables', regions: ['r3', 'r8'] },
  ],

  'h08-inspection-lots': [{ op: 'unite_tables', regions: ['r6', 'r14', 'r22'] }],
  'h20-member-list-two-blocks': [{ op: 'unite_tables', regions: ['r3', 'r4'] }],
  'h27-swim-meet': [{ op: 'unite_tables', regions: ['r4', 'r6', 'r8', 'r10', 'r12', 'r14', 'r16', 'r18', 'r20'] }],
}
