import type { Check } from '../../server/src/work/review/finding.ts'
import { chance, cleanTable, type MadeTable, type Row } from './tables.ts'

/** A table with a fault, and where a review must find it. */
export type Planted = MadeTable & { check: Check; column: string | null }

type Plant = (table: MadeTable, random: () => number) => { table: MadeTable; column: string | null }

const named = (table: MadeTable, types: readonly string[], from = 1) => {
  const column = table.columns.slice(from).find(({ type }) => types.includes(type))
  if (!column) throw new Error(`impossible: no column of ${types.join()}`)
  return column.name
}

/** Changes a few rows of a column, chosen by chance. */
function changeSome(
  table: MadeTable,
  column: string,
  random: () => number,
  change: (value: unknown, row: Row) => unknown,
) {
  const some = new Set(Array.from({ length: 3 }, () => Math.floor(random() * table.rows.length)))
  return {
    ...table,
    rows: table.rows.map((row, n) => (some.has(n) ? { ...row, [column]: change(row[column], row) } : row)),
  }
}

function addColumn(table: MadeTable, name: string, type: string, value: (n: number, row: Row) => unknown): MadeTable {
  return {
    ...table,
    columns: [...table.columns, { name, type }],
    rows: table.rows.map((row, n) => ({ ...row, [name]: value(n, row) })),
  }
}

const TEXT = ['VARCHAR']

export const PLANTS: Readonly<Partial<Record<Check, Plant>>> = {
  duplicate_rows: (table) => ({ table: { ...table, rows: [...table.rows, ...table.rows.slice(3, 6)] }, column: null }),
  duplicate_key: (table, random) => {
    const column = table.columns[0]?.name ?? ''
    const first = table.rows[0]?.[column]
    const last = table.rows.length - 1 - Math.floor(random() * 5)
    return {
      table: { ...table, rows: table.rows.map((row, n) => (n === last ? { ...row, [column]: first } : row)) },
      column,
    }
  },
  mixed_types: (table, random) => {
    const numbers = addColumn(table, 'rating', 'VARCHAR', () => String(1 + Math.floor(random() * 99)))
    return {
      table: changeSome(numbers, 'rating', random, () => (random() < 0.5 ? '未定' : 'unknown')),
      column: 'rating',
    }
  },
  numeric_as_text: (table, random) => ({
    table: addColumn(table, 'fee', 'VARCHAR', () => {
      const fee = 1 + Math.floor(random() * 90_000)
      return random() < 0.5 ? `¥${fee.toLocaleString('en-US')}` : fee.toLocaleString('en-US')
    }),
    column: 'fee',
  }),
  leading_zero_risk: (table, random) => ({
    table: addColumn(table, '郵便番号', 'VARCHAR', () => String(Math.floor(random() * 9_999_999)).padStart(7, '0')),
    column: '郵便番号',
  }),
  ambiguous_dates: (table, random) => ({
    table: addColumn(
      table,
      'visited',
      'VARCHAR',
      () => `${1 + Math.floor(random() * 12)}/${1 + Math.floor(random() * 12)}/2024`,
    ),
    column: 'visited',
  }),
  future_dates: (table, random) => {
    const column = named(table, ['DATE', 'TIMESTAMP'])
    return { table: changeSome(table, column, random, (value) => String(value).replace(/^20/, '21')), column }
  },
  null_rate: (table, random) => ({
    table: addColumn(table, 'region', 'VARCHAR', (n) => (random() < 0.75 ? null : `R${n % 9}`)),
    column: 'region',
  }),
  whitespace: (table, random) => {
    const column = named(table, TEXT)
    return {
      table: changeSome(table, column, random, (value) => (random() < 0.5 ? `${value} ` : `　${value}`)),
      column,
    }
  },
  case_variants: (table, random) => {
    const spelled = addColumn(table, 'brand', 'VARCHAR', (n) => ['Acme', 'Globex', 'Initech'][n % 3])
    return {
      table: changeSome(spelled, 'brand', random, (value) =>
        random() < 0.5 ? String(value).toUpperCase() : wide(String(value)),
      ),
      column: 'brand',
    }
  },
  outliers: (table, random) => {
    const column = named(table, ['INTEGER', 'DOUBLE'])
    return { table: changeSome(table, column, random, () => 2_000_000_000 - Math.floor(random() * 1_000)), column }
  },
  total_mismatch: (table, random) => {
    const parts = addColumn(
      addColumn(table, '国内', 'INTEGER', () => 100 + Math.floor(random() * 900)), '海外', 'INTEGER', () => 100 + Math.floor(random() * 900),
    ) // biome-ignore format: two columns
    const totals = addColumn(parts, '合計', 'INTEGER', (_, row) => Number(row.国内) + Number(row.海外))
    return { table: changeSome(onlyThese(totals), '合計', random, (value) => Number(value) + 9), column: '合計' }
  },
  constant_column: (table) => ({ table: addColumn(table, 'currency', 'VARCHAR', () => 'JPY'), column: 'currency' }),
  formula_error_values: (table, random) => {
    const column = named(table, TEXT)
    return { table: changeSome(table, column, random, () => (random() < 0.5 ? '#REF!' : '#N/A')), column }
  },
}

/** Other numbers would stand between a total and its parts. */
function onlyThese(table: MadeTable): MadeTable {
  const columns = table.columns.filter(
    ({ name, type }, n) => n === 0 || type === 'VARCHAR' || ['国内', '海外', '合計'].includes(name),
  )
  return {
    ...table,
    columns,
    rows: table.rows.map((row) => Object.fromEntries(columns.map(({ name }) => [name, row[name]]))),
  }
}

const wide = (text: string) =>
  text.replaceAll(/[A-Za-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))

/** Checks of a table for itself, one after the other. */
export function plantedTable(n: number): Planted {
  const checks = Object.entries(PLANTS)
  const [check, plant] = checks[n % checks.length] ?? []
  if (!check || !plant) throw new Error('impossible: no check')
  const { table, column } = plant({ ...cleanTable(n), name: `f${n}` }, chance(7_000 + n))
  // Safe: the names of PLANTS are checks.
  return { ...table, check: check as Check, column }
}
