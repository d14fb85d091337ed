import { parse, View } from 'vega'
import { compile } from 'vega-lite'
import { expect, test } from 'vitest'
import { CHART_KINDS, chartSpec } from '../../screens/sql/chart-spec.ts'
import type { CellKind } from '../grid/cells/typed-text.ts'
import { vegaWithoutEval } from './vega-without-eval.ts'

const KINDS = new Map<string, CellKind>([
  ['region', 'text'],
  ['paid on', 'date'],
  ['amount', 'number'],
  ['a.b[c]', 'boolean'],
])
const ROWS = Array.from({ length: 40 }, (_, n) => ({
  region: ['North', 'South', 'East'][n % 3] ?? '',
  'paid on': `2026-0${(n % 9) + 1}-0${(n % 7) + 1}`,
  amount: (n * 7) % 31,
  'a.b[c]': n % 2 === 0,
}))

test('charts drawn without eval are those that Vega draws with it, to the last character', async () => {
  for (const kind of CHART_KINDS) {
    for (const [x = '', color = ''] of [
      ['region', ''],
      ['paid on', 'region'],
      ['amount', 'a.b[c]'],
      ['a.b[c]', 'region'],
    ]) {
      const drawing = { kind, x, y: 'amount', color: color || null }
      const { spec } = compile(chartSpec(drawing, KINDS, ROWS, { width: 300, height: 200 }))

      const drawn = await new View(parse(spec, undefined, { ast: true }), { expr: vegaWithoutEval }).toSVG()

      expect(drawn).toBe(await new View(parse(spec)).toSVG())
    }
  }
})
