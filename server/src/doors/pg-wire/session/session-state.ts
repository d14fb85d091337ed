import type { TableCut } from '../../../core/reading/table-cut.ts'
import type { TransactionStatus } from '../protocol/backend.ts'
import type { Statement } from '../sql/statement.ts'
import type { AdmissionContext, Holder } from './admit-statement.ts'
import type { SessionContext } from './select.ts'
import type { SessionSettings } from './session-settings.ts'
import type { StatementBook } from './statement-book.ts'
import type { WireSocket } from './wire-socket.ts'

/** What a session speaks through. `flush` resolves when the client has taken enough for more to be sent. */
export type Line = Pick<WireSocket, 'send' | 'flush' | 'flushIfMuch'>

export type SessionOptions = {
  ground: AdmissionContext
  holder: Holder
  asker: Omit<SessionContext, 'settings'>
  settings: SessionSettings
  line: Line
  /** A statement has ended. */
  onStatement: (kind: Statement['kind'], seconds: number, sqlState: string) => void
}

export type Transaction = {
  status: TransactionStatus
  /** What it saw first. */
  cut: TableCut | null
  /** Settings as they were before it. */
  before: ReadonlyMap<string, string> | null
}

/** What all parts of a session look at. */
export type SessionState = Omit<SessionOptions, 'asker'> & {
  asker: SessionContext
  book: StatementBook
  transaction: Transaction
}

/** The transaction is over, or a statement outside of one. */
export async function endImplicit({ transaction, book }: SessionState, hasFailed: boolean) {
  transaction.cut = null
  await book.endTransaction({ hasFailed })
}
