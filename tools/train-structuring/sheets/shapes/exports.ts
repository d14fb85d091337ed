import { datedAxis, manyThings, measureAxis, monthAxis, quarterAxis, tickerAxis, yearAxis } from '../layout/axes.ts'
import type { Block } from '../layout/block.ts'
import type { Cross } from '../layout/cross.ts'
import { flatColumns, nestedColumns } from '../layout/cross-columns.ts'
import type { Line } from '../layout/cross-lines.ts'
import { flatRows } from '../layout/cross-rows.ts'
import type { Maker } from '../layout/maker.ts'
import { made } from './crosses.ts'
import { type Shape, shape } from './shape.ts'

/** Larger tables as programs export them: many rows, many columns, many gaps, and mostly delimited files. */
export const EXPORTS: readonly Shape[] = [
  shape('export-years', (maker) => exported(maker, (its) => flatColumns(its, yearAxis(its, its.random.whole(4, 14))))),
  shape('export-months', (maker) =>
    exported(maker, (its) => flatColumns(its, monthAxis(its, its.random.one([12, 18, 24])))),
  ),
  shape('export-quarters', (maker) => exported(maker, (its) => flatColumns(its, quarterAxis(its)))),
  shape('export-dates', (maker) => exported(maker, (its) => flatColumns(its, datedAxis(its)))),
  shape('export-dates-sparse', (maker) =>
    exported({ ...maker, missing: 0.75, absent: '' }, (its) => flatColumns(its, datedAxis(its))),
  ),
  shape('export-people-by-date', (maker) =>
    exported({ ...maker, absent: '' }, (its) => flatColumns(its, datedAxis(its)), {
      marks: maker.domain.thing.members,
    }),
  ),
  shape('export-names-across', (maker) => datesDown(maker)),
  shape('export-measures-of-years', (maker) =>
    exported(maker, (its) => nestedColumns(measureAxis(its, 2).names, yearAxis(its, its.random.whole(2, 4)).names), {
      hasMeasures: true,
    }),
  ),
]

function exported(maker: Maker, columns: (maker: Maker) => readonly Line[], more: Partial<Cross> = {}): Block {
  const its = asExport(maker)
  return made(its, flatRows(its, manyThings(its)), columns(its), more)
}

/** Days down, names across: both shapes are meant. */
function datesDown(maker: Maker): Block {
  const its = asExport(maker)
  const { names } = datedAxis(its, its.random.whole(12, 40))
  return made(its, flatRows(its, names), flatColumns(its, tickerAxis(its)), { hasMeasures: true })
}

const asExport = (maker: Maker): Maker => ({ ...maker, hasFormulas: false })
