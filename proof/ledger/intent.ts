/** What somebody wants of the ledger. Asked again after a crash it is the same wish: its cause says so. */
export type Intent = {
  id: number
  accountId: string
  cause: string
  kind: 'charge' | 'work' | 'topup' | 'refund' | 'month'
  credits: number
}

/** `isDone`: it stands in the ledger; else there were too few credits. */
export type Acknowledged = { id: number; isDone: boolean }
