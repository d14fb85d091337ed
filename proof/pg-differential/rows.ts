/** The same table in a workbook and in PostgreSQL. */
export const COLUMNS = [
  { name: 'id', type: 'INTEGER', postgres: 'integer' },
  { name: 'i', type: 'INTEGER', postgres: 'integer' },
  { name: 'big', type: 'BIGINT', postgres: 'bigint' },
  { name: 'n', type: 'DECIMAL(12,2)', postgres: 'numeric(12,2)' },
  { name: 'd', type: 'DOUBLE', postgres: 'double precision' },
  { name: 't', type: 'VARCHAR', postgres: 'text' },
  { name: 'key', type: 'VARCHAR', postgres: 'text' },
  { name: 'b', type: 'BOOLEAN', postgres: 'boolean' },
  { name: 'day', type: 'DATE', postgres: 'date' },
  { name: 'moment', type: 'TIMESTAMP', postgres: 'timestamp' },
  { name: 'zoned', type: 'TIMESTAMPTZ', postgres: 'timestamptz' },
] as const

type Cell = string | number | boolean | null

/** Values at the edges: nothing, zero, halves, signs, Japanese, letters of two cases, leap days, the last moment of a year. */
const ROWS: readonly (readonly Cell[])[] = [
  [7, '9007199254740993', '10.50', 2.5, 'tokyo tower', 'east', true, '2026-01-31', '2026-01-31 13:45:09.25'],
  [-7, '-3', '-2.50', -0.5, 'Osaka', 'west', false, '2024-02-29', '2024-02-29 00:00:00'],
  [0, '0', '0.00', 0, '', 'east', null, '2025-12-29', '2025-12-29 23:59:59.999999'],
  [null, null, null, null, null, null, null, null, null],
  [2, '4', '3.25', 3.5, '東京 Tower', '東', true, '2000-01-01', '2000-01-01 12:00:00'],
  [2, '12', '0.05', 1e15, 'a%b_c', 'west', false, '1999-12-31', '1999-12-31 06:07:08'],
  [9, '100', '99999.99', 0.1, '大阪タワー', '東', true, '2026-12-31', '2026-12-31 23:00:00.5'],
  [-1, '-1', '-0.01', -1234.5678, ' space ', 'east', false, '2026-03-01', '2026-03-01 00:00:01'],
  [15, '15', '1.00', 1e-5, 'Zoo 42', null, null, '2026-01-31', null],
  [3, '3', '2.50', 123456789.125, "it's", 'north', true, null, '2026-06-15 08:30:00'],
  [1, '1', '0.50', 1.5, 'abc123', 'north', true, '2023-05-05', '2023-05-05 05:05:05'],
  [8, '8', '1234.56', 1e20, 'ÄÖü é', 'east', false, '2026-07-04', '2026-07-04 17:00:00'],
]

/** Each row by the names of its columns. */
export const rows = (): Record<string, Cell>[] =>
  ROWS.map((cells, n) => {
    const [i = null, big = null, number = null, d = null, t = null, key = null, b = null, day = null, moment = null] =
      cells
    const zoned = typeof moment === 'string' ? `${moment}+00` : null
    return { id: n + 1, i, big, n: number, d, t, key, b, day, moment, zoned }
  })
