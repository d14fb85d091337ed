/** What stands in a cell, as the file tells it: nothing is interpreted beyond the file's own rules. */
export type Cell =
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'boolean'; value: boolean }
  /** As Excel spells it: `#N/A`, `#DIV/0!`. */
  | { kind: 'error'; value: string }
  /** A date spelled out in the file (ISO 8601); most dates of Excel are numbers whose format says so. */
  | { kind: 'date'; value: string }

/** A formula. A shared one is reported whole for each cell that shares it. */
export type Formula = {
  /** In R1C1 notation, so that a formula filled down is one text; without the leading `=`. */
  r1c1: string
  kind: 'normal' | 'shared' | 'array'
  /** The cells an array formula fills, in A1 notation. */
  range: string | null
}
