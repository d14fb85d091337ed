import type { Table } from 'apache-arrow'
import type { ArrowAnswer } from './arrow-answer.ts'

/** A table of apache-arrow, which is loaded only now; install it beside this package. */
export async function toArrowTable(answer: ArrowAnswer): Promise<Table> {
  const { tableFromIPC } = await import('apache-arrow')
  return tableFromIPC(await answer.bytes())
}
