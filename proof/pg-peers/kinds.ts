/** A table with every type, and the values at the edges of each. */
export const KINDS = [
  { name: 'text' },
  { name: 'int', type: 'INTEGER' },
  { name: 'big', type: 'BIGINT' },
  { name: 'dbl', type: 'DOUBLE' },
  { name: 'dec', type: 'DECIMAL(38,10)' },
  { name: 'money', type: 'DECIMAL(12,2)' },
  { name: 'flag', type: 'BOOLEAN' },
  { name: 'day', type: 'DATE' },
  { name: 'clock', type: 'TIME' },
  { name: 'at', type: 'TIMESTAMP' },
  { name: 'at_zone', type: 'TIMESTAMPTZ' },
  { name: 'id', type: 'UUID' },
  { name: 'doc', type: 'JSON' },
] as const

export const ROWS = [
  {
    text: 'plain', int: 1, big: 1, dbl: 1.5, dec: '1.5', money: '1.50', flag: true, day: '2026-01-31', clock: '12:34:56', at: '2026-01-31T12:34:56',
    at_zone: '2026-01-31T12:34:56Z', id: '6ba7b810-9dad-11d1-80b4-00c04fd430c8', doc: { a: [1, 'x', null] },
  },
  {
    text: 'quotes " and \' and \\ and\ttab\nline 日本語 😀', int: -2147483648, big: '-9223372036854775808', dbl: -1.7976931348623157e308,
    dec: '-9999999999999999999999999999.9999999999', money: '-9999999999.99', flag: false, day: '0001-01-01', clock: '00:00:00',
    at: '0001-01-01T00:00:00', at_zone: '0001-01-01T00:00:00Z', id: '00000000-0000-0000-0000-000000000000', doc: [],
  },
  {
    text: '', int: 2147483647, big: '9223372036854775807', dbl: 5e-324, dec: '9999999999999999999999999999.9999999999', money: '0.01', flag: null,
    day: '9999-12-31', clock: '23:59:59.999999', at: '9999-12-31T23:59:59.999999', at_zone: '9999-12-31T23:59:59.999999Z',
    id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', doc: { deep: { text: '"' } },
  },
  { int: 0, big: '9007199254740993', dbl: 0.1, dec: '0.0000000001', money: '-0.01', day: '1969-12-31', at: '1999-12-31T23:59:59.000001', doc: 'true' },
  {},
] // biome-ignore format: a list

/** A cell in one form, from every client: equal values are equal texts. */
export function canonical(type: string, cell: unknown): string | null {
  if (cell === null || cell === undefined) return null
  const text = String(cell)
  switch (type.replace(/\(.*/, '')) {
    case 'BOOLEAN':
      return /^(?:t|true)$/i.test(text) ? 'true' : 'false'
    case 'DOUBLE':
      return String(Number(text))
    case 'DECIMAL':
      return plainDecimal(text)
    case 'TIME':
    case 'TIMESTAMP':
    case 'TIMESTAMPTZ':
      return text
        .replace('T', ' ')
        .replace(/(?:Z|\+00(?::00)?)$/, '')
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')
    case 'JSON':
      // dbt's tables hold a lone true as Python writes it.
      if (cell === 'True') return 'true'
      return JSON.stringify(typeof cell === 'string' ? JSON.parse(cell) : cell)
    default:
      return text
  }
}

/** Some write small or large ones with an exponent. */
function plainDecimal(text: string): string {
  const [, sign = '', whole = '', decimals = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d*))?(?:E([+-]?\d+))?$/i.exec(text) ?? []
  const places = decimals.length - Number(power)
  const digits = BigInt(whole + decimals) * 10n ** BigInt(Math.max(0, -places))
  const scale = Math.max(0, places)
  const padded = String(digits).padStart(scale + 1, '0')
  const point = padded.length - scale
  return `${sign}${padded.slice(0, point)}.${padded.slice(point)}`.replace(/\.0*$|(\.\d*?)0+$/, '$1')
}
