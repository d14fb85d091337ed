/** A request to the ledger. When it is repeated after a crash, its cause identifies it as the same request. */
export type Intent = {
  id: number
  accountId: string
  cause: string
  kind: 'charge' | 'work' | 'topup' | 'refund' | 'month'
  credits: number
}

/** `isDone`: it stands in the ledger; else there were too few credits. */
export type Acknowledged = { id: number; isDone: boolean }
