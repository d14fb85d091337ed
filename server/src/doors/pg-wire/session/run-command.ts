import * as backend from '../protocol/backend.ts'
import { type WireError, wireError } from '../protocol/wire-error.ts'
import type { Statement } from '../sql/statement.ts'
import { SessionSettings } from './session-settings.ts'
import { endImplicit, type SessionState } from './session-state.ts'

/** Does what a statement without rows asks for; what to say then. */
export async function runCommand(state: SessionState, statement: Statement): Promise<string> {
  switch (statement.kind) {
    case 'begin':
      return begin(state, statement.tag)
    case 'commit':
      return end(state, state.transaction.status === 'E' ? 'ROLLBACK' : 'COMMIT')
    case 'rollback':
      return end(state, 'ROLLBACK')
    case 'savepoint':
      if (state.transaction.status === 'I') throw wireError('25P01', 'SAVEPOINT can only be used in transaction blocks')
      return 'SAVEPOINT'
    case 'release':
      return 'RELEASE'
    case 'rollback-to':
      // Nothing was changed that would have to be taken back.
      if (state.transaction.status === 'I')
        throw wireError('25P01', 'ROLLBACK TO SAVEPOINT can only be used in transaction blocks')
      state.transaction.status = 'T'
      return 'ROLLBACK'
    case 'set':
      return set(state, statement.name, statement.value)
    case 'reset':
      state.settings.reset(statement.name)
      report(state, statement.name)
      return 'RESET'
    case 'discard':
      return discard(state, statement.what)
    case 'close':
      if (statement.cursor === null) await state.book.dropCursors()
      else {
        state.book.cursor(statement.cursor)
        await state.book.dropCursor(statement.cursor)
      }
      return statement.cursor === null ? 'CLOSE CURSOR ALL' : 'CLOSE CURSOR'
    case 'deallocate':
      state.book.dropStatement(statement.name)
      return statement.name === null ? 'DEALLOCATE ALL' : 'DEALLOCATE'
    case 'fetch-backward':
      throw wireError('55000', 'cursor can only scan forward')
    case 'ignored':
      return statement.tag
    case 'refused':
      throw refused(statement.word)
    default:
      return ''
  }
}

function begin(state: SessionState, tag: string): string {
  if (state.transaction.status === 'I') {
    state.transaction.status = 'T'
    state.transaction.cut = null
    state.transaction.before = state.settings.copy()
  } else state.line.send(backend.notice('25001', 'there is already a transaction in progress'))
  return tag
}

async function end(state: SessionState, tag: string): Promise<string> {
  if (state.transaction.status === 'I') state.line.send(backend.notice('25P01', 'there is no transaction in progress'))
  // As with PostgreSQL, what a transaction that did not commit has set is not set.
  if (tag === 'ROLLBACK' && state.transaction.before) {
    state.settings.restore(state.transaction.before)
    report(state, 'application_name')
  }
  await endImplicit(state, tag === 'ROLLBACK')
  state.transaction.before = null
  state.transaction.status = 'I'
  return tag
}

function set(state: SessionState, name: string, value: string): string {
  if (name === 'svc.as_of' && state.transaction.cut !== null && state.transaction.status === 'T')
    throw wireError('25001', 'svc.as_of can only be set before the first query of a transaction')
  const warning = state.settings.set(name, value)
  if (warning) state.line.send(backend.notice('01000', warning))
  report(state, name)
  return 'SET'
}

function report(state: SessionState, name: string) {
  const shown = SessionSettings.reportedAs(name)
  if (shown) state.line.send(backend.parameterStatus(shown, state.settings.get(name) ?? ''))
}

async function discard(state: SessionState, what: string): Promise<string> {
  if (what === 'ALL') {
    if (state.transaction.status !== 'I') throw wireError('25001', 'DISCARD ALL cannot run inside a transaction block')
    await state.book.dropCursors()
    state.book.dropStatement(null)
    state.settings.reset('all')
  }
  return `DISCARD ${what}`
}

const READS_ONLY = new Set(
  'INSERT UPDATE DELETE MERGE TRUNCATE CREATE ALTER DROP GRANT REVOKE COMMENT COPY CALL DO LOCK IMPORT REINDEX CLUSTER REFRESH'.split(
    ' ',
  ),
)

function refused(word: string): WireError {
  if (READS_ONLY.has(word))
    return wireError('25006', `cannot execute ${word} in a read-only transaction`, {
      hint: 'This door only reads. Tables are changed through the API.',
    })
  return wireError('0A000', `${word} is not supported`, { hint: 'Send a SELECT.' })
}
