import type { Figures } from '../proof.ts'
import type { Scores } from './run-scorer.ts'

/** A figure of the proof: where the scorer has it, and what it must reach. */
export type Metric = { from: string; member: string; atLeast?: number; atMost?: number }

export const METRICS: Readonly<Record<string, Metric>> = {
  SS: { from: 'SS', member: 'score' },
  atbench_hit1: { from: 'atbench.relation_hit@1', member: 'score', atLeast: 0.65 },
  atbench_hit3: { from: 'atbench.relation_hit@3', member: 'score', atLeast: 0.8 },
  foofah_hit1: { from: 'foofah.relation_hit@1', member: 'score' },
  enron_eob0: { from: 'enron-tables.region_EoB0', member: 'F1', atLeast: 0.8 },
  enron_eob2: { from: 'enron-tables.region_EoB2', member: 'F1', atLeast: 0.9 },
  fuste_eob0: { from: 'fuste.region_EoB0', member: 'F1', atLeast: 0.8 },
  troy_eob0: { from: 'troy200.region_EoB0', member: 'F1' },
  gen_eob0: { from: 'gen-reports.region_EoB0', member: 'F1' },
  jp_eob0: { from: 'jp-securities-facts.region_EoB0', member: 'F1' },
  header_gen: { from: 'gen-reports.header_rows_exact', member: 'score', atLeast: 0.97 },
  header_fuste: { from: 'fuste.header_rows_exact', member: 'score', atLeast: 0.85 },
  header_troy: { from: 'troy200.header_rows_exact', member: 'score', atLeast: 0.92 },
  troy_entry_label: { from: 'troy200.entry_label', member: 'F1', atLeast: 0.98 },
  troy_parents: { from: 'troy200.parents', member: 'F1', atLeast: 0.97 },
  saus_parents: { from: 'saus-hierarchy.parents', member: 'F1' },
  agg_p: { from: 'aggrecol.aggregation', member: 'P', atLeast: 0.95 },
  agg_r: { from: 'aggrecol.aggregation', member: 'R', atLeast: 0.91 },
  lines_f1: { from: 'lines.class_F1', member: 'macro', atLeast: 0.75 },
  cells_f1: { from: 'cells.class_F1', member: 'macro', atLeast: 0.85 },
  jp_cell_acc: { from: 'jp-securities-cells.cell_acc', member: 'score', atLeast: 0.935 },
  jp_value_acc: { from: 'jp-securities-facts.value_acc', member: 'score', atLeast: 0.97 },
  gen_all_tables: { from: 'gen-reports.case_all_tables', member: 'score', atLeast: 0.9 },
  gen_extra_tables: { from: 'gen-reports.extra_tables_per_case', member: 'score', atMost: 0.05 },
  gen_leaf_f1: { from: 'gen-reports.leaf_facts', member: 'F1', atLeast: 0.98 },
  gen_names: { from: 'gen-reports.names_exact', member: 'score' },
  pollock_hit1: { from: 'pollock.relation_hit@1', member: 'score', atLeast: 0.9 },
}

export const MOST_SECONDS_PER_10K_CELLS = 1

/** Undefined where no case of the run is counted by it. */
export const figureOf = (scores: Scores, { from, member }: Metric) => scores[from]?.[member] ?? undefined

export function figuresOf(scores: Scores): Record<string, number> {
  const figures: Record<string, number> = {}
  for (const [name, metric] of Object.entries(METRICS)) {
    const figure = figureOf(scores, metric)
    if (figure !== undefined) figures[name] = figure
  }
  return figures
}

/** The bars that are missed, each with the figure. A metric that was not measured is one, in a run of the whole pack. */
export function missedBars(figures: Figures, isWhole: boolean): string[] {
  const missed: string[] = []
  for (const [name, { atLeast, atMost }] of Object.entries(METRICS)) {
    const figure = figures[name]
    if (typeof figure !== 'number') {
      if (isWhole) missed.push(`${name}: not measured`)
      continue
    }
    if (atLeast !== undefined && figure < atLeast) missed.push(`${name}: ${figure} < ${atLeast}`)
    if (atMost !== undefined && figure > atMost) missed.push(`${name}: ${figure} > ${atMost}`)
  }
  const seconds = figures.s_per_10k_cells
  if (typeof seconds === 'number' && seconds > MOST_SECONDS_PER_10K_CELLS) missed.push(`s_per_10k_cells: ${seconds}`)
  return missed
}
