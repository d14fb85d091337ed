import type { FileProblem } from '@bindery-data/spreadsheet/errors.ts'
import type { Refusal } from '@bindery-data/spreadsheet/structure/correct/operation.ts'
import { MOST_COLUMNS } from '../../core/tables/columns/columns.ts'
import { ServiceError } from '../../platform/errors.ts'

const REFUSALS: Record<
  Exclude<FileProblem, 'zip_bomb' | 'too_large' | 'too_many_columns' | 'too_slow'>,
  { title: string; suggestedFix: string }
> = {
  unsupported: {
    title: 'This is not a spreadsheet we read',
    suggestedFix: 'Send an xlsx, xls, xlsb, ods, csv or tsv file.',
  },
  corrupt: {
    title: 'This file is broken',
    suggestedFix: 'Open it in the program that made it, save it again, and send that copy.',
  },
  encrypted: {
    title: 'This file needs a password',
    suggestedFix: 'Open it with its password, save a copy without one, and send that.',
  },
}

/** Problems of a file that cannot be taken. */
export function fileRefused(problem: FileProblem, detail: string): ServiceError {
  if (problem === 'zip_bomb')
    return new ServiceError('too_large', 'zip_bomb', {
      title: 'This file unpacks to far more than it is',
      detail,
      suggestedFix: 'Save the sheets you need in a file of their own, and send that.',
    })
  if (problem === 'too_large')
    return new ServiceError('too_large', 'payload_too_large', {
      title: 'There is more in this file than a table can hold',
      detail,
      suggestedFix: 'Split it into several files, and send these.',
      extra: { max_bytes: null },
    })
  if (problem === 'too_many_columns') return tooManyColumns(detail)
  if (problem === 'too_slow') return readingTimeout(detail)
  return new ServiceError('unsupported', 'unsupported_file', {
    ...REFUSALS[problem],
    detail,
    extra: { reason: problem },
  })
}

export const readingTimeout = (detail: string) =>
  new ServiceError('timeout', 'reading_timeout', {
    title: 'Reading this file took too long',
    detail,
    suggestedFix:
      'Nothing was changed. Read it again: a busy service takes longer. If that does not help, split the file.',
  })

export const fileErased = (filename: string) =>
  new ServiceError('gone', 'history_expired', {
    title: 'This file is gone',
    detail: `Something in '${filename}' was erased, and the file with it.`,
    suggestedFix: 'Read the tables made from it, or send the next file as a revision of this source.',
  })

export const tooManyColumnsInFile = (table: string, columns: number) =>
  tooManyColumns(`'${table}' has ${columns} columns; a table has at most ${MOST_COLUMNS}.`)

const tooManyColumns = (detail: string) =>
  new ServiceError('too_large', 'too_many_columns', {
    title: 'A table of this file has too many columns',
    detail,
    suggestedFix: 'Delete columns you do not need from the sheet, or select fewer in the parse spec.',
    extra: { max_columns: MOST_COLUMNS },
  })

/** A table whose edits a file would overwrite. `expected`: the version that was sent for it; null: none was. */
export type EditedTable = { name: string; editVersion: number; editedRows: number | null; expected: number | null }

export const editedSinceMade = (tables: readonly EditedTable[]) => {
  const [first] = tables
  const versions = JSON.stringify(Object.fromEntries(tables.map(({ name, editVersion }) => [name, editVersion])))
  return new ServiceError('conflict', 'version_conflict', {
    title: 'The table was edited since it was made',
    detail: `${tables.map(editedText).join(' ')} Making it again would overwrite that.`,
    suggestedFix:
      `Send expected_versions ${versions} to take the file's values: a snapshot is committed first, and the op can be undone. ` +
      'Or keep the edits: leave the file out, or rename its output in the parse spec so that it makes another table.',
    extra: {
      expected_version: first?.expected ?? null,
      current_version: first?.editVersion ?? null,
      changed_rows: null,
      tables: tables.map(({ name, editVersion, editedRows, expected }) => ({
        table: name,
        edit_version: editVersion,
        edited_rows: editedRows,
        expected_version: expected,
      })),
    },
  })
}

const editedText = ({ name, editVersion, expected }: EditedTable) =>
  expected === null
    ? `Table '${name}' was edited after the source had made it, and is at version ${editVersion}.`
    : `Table '${name}' is at version ${editVersion}; you sent ${expected}.`

export const notAnalyzed = (name: string) =>
  new ServiceError('conflict', 'source_not_analyzed', {
    title: 'This source has not been read yet',
    detail: `Source '${name}' has no parse spec.`,
    suggestedFix: 'Read it first: POST …/analyze proposes a parse spec, and so does "Read it now" in the console.',
  })

export const specConflict = (name: string, sent: number, current: number) =>
  new ServiceError('conflict', 'version_conflict', {
    title: 'The source was analyzed again since you read its parse spec',
    detail: `The parse spec of '${name}' is at spec_version ${current}; you sent ${sent}.`,
    suggestedFix: 'Read the parse spec again, re-apply your change, and send that.',
    extra: { expected_version: sent, current_version: current },
  })

export const revisionConflict = (name: string, expected: number, current: number) =>
  new ServiceError('conflict', 'version_conflict', {
    title: 'The parse spec was corrected since you read it',
    detail: `The parse spec of '${name}' is at revision ${current}; the operations were for ${expected}.`,
    suggestedFix: 'Read the parse spec again, and send the operations that are still needed.',
    extra: { expected_version: expected, current_version: current },
  })

export const editionConflict = (name: string, expected: number, current: number) =>
  new ServiceError('conflict', 'version_conflict', {
    title: 'The file was replaced since you read it',
    detail: `Source '${name}' is at revision ${current}; the edit expected ${expected}.`,
    suggestedFix: 'Read the cells again, re-apply the edit, and send the new revision as expected_revision.',
    extra: { expected_version: expected, current_version: current },
  })

export const nothingToUndo = (name: string) =>
  new ServiceError('invalid', 'action_not_applicable', {
    title: 'There is no correction to take back',
    detail: `The parse spec of '${name}' was not corrected since its file was last analyzed or replaced.`,
    suggestedFix: 'Leave the operation out.',
  })

/** An operation that the sheet or the region does not allow; `allowed` lists what they do allow. */
export const impossibleOperation = (operation: number, { member, code, message, allowed }: Refusal) =>
  invalidFields([
    { loc: ['body', 'operations', operation, member], code, message, ...(allowed === null ? {} : { allowed }) },
  ])

export const unmappedColumns = (table: string, columns: readonly string[]) =>
  new ServiceError('unprocessable', 'unmapped_columns', {
    title: 'Columns of the source have no place in the table',
    detail: `Table '${table}' has no column ${columns.slice(0, 20).join(', ')}.`,
    suggestedFix: 'Name their columns in column_mapping, or map them to null to leave them out.',
    extra: { columns: columns.slice(0, 100) },
  })

export const slotNotPending = (status: string) =>
  new ServiceError('conflict', 'slot_not_pending', {
    title: 'This upload slot has its file already',
    detail: `The slot is ${status}, and the bytes sent now are others.`,
    suggestedFix: 'Make a new slot for another file.',
  })

export const slotStillEmpty = () =>
  new ServiceError('conflict', 'slot_not_pending', {
    title: 'There is nothing in this upload slot to ingest',
    detail: 'Its file has not been brought yet, or was ingested already.',
    suggestedFix: 'PUT the bytes to its upload_url first; GET …/uploads/{upload_id} tells how it stands.',
  })

export const uploadExpired = () =>
  new ServiceError('gone', 'upload_expired', {
    title: 'The time of this upload slot is over',
    detail: 'Its address was good until expires.',
    suggestedFix: 'Make a new slot, and bring the bytes within the hour.',
  })

export const badSignature = () =>
  new ServiceError('forbidden', 'bad_signature', {
    title: 'This address was not made by the service',
    detail: 'The signature does not fit the slot, its time or its size.',
    suggestedFix: 'Use upload_url exactly as it was given.',
  })

export const otherBytes = (what: string) =>
  new ServiceError('unprocessable', 'validation_error', {
    title: 'These are not the bytes that were announced',
    detail: `Their ${what} is another than the slot was made for.`,
    suggestedFix: 'Send the file that was announced, or make a slot for this one.',
    extra: { errors: [{ loc: ['body'], code: what, message: `has another ${what} than announced` }] },
  })

export const directRefused = (field: string, message: string) =>
  new ServiceError('unprocessable', 'validation_error', {
    title: 'A slot of the object store needs another request',
    detail: `With direct, ${field} ${message}.`,
    suggestedFix: 'Tell size_bytes and leave auto_ingest out, or leave direct out.',
    extra: { errors: [{ loc: ['body', field], code: 'direct', message }] },
  })

export const asyncOfStaged = () =>
  new ServiceError('unprocessable', 'validation_error', {
    title: 'A staged file is not read, so there is no job to wait for',
    detail: 'mode is staged and async is true; a staged file is kept as it came at once.',
    suggestedFix: 'Leave async out, or send mode auto.',
    extra: { errors: [{ loc: ['body', 'async'], code: 'staged', message: 'must be false with mode staged' }] },
  })

export const bytesGone = () =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'The upload took too long',
    detail: 'The bytes were swept away before the request that brought them came to its end.',
    suggestedFix: 'Send the same request again.',
    headers: { 'retry-after': '1' },
  })

export const tooLargeForSlot = (maxBytes: number) =>
  new ServiceError('too_large', 'payload_too_large', {
    title: 'The file is too large',
    detail: `An upload slot takes ${maxBytes} bytes at most.`,
    suggestedFix: 'Split the file into several, and send these.',
    extra: { max_bytes: maxBytes },
  })

/** A file that the service fetches itself. */
export const fileTooLarge = (maxBytes: number) =>
  new ServiceError('too_large', 'payload_too_large', {
    title: 'The file is too large',
    detail: `A file that is fetched has ${maxBytes} bytes at most.`,
    suggestedFix: 'Bring it to an upload slot, which takes larger ones, or split it into several.',
    extra: { max_bytes: maxBytes },
  })

export const fetchFailed = () =>
  new ServiceError('upstream', 'upstream_error', {
    title: 'The file could not be fetched',
    detail: 'The address did not answer with the whole file, unpacked and in time.',
    suggestedFix: 'Open the address in a browser without signing in; if the file comes, try again, else upload it.',
  })

/** A request whose shape is right and whose fields contradict each other. */
/** `allowed`: the values that could stand there, where they can be listed. */
type InvalidField = {
  loc: (string | number)[]
  code: string
  message: string
  allowed?: readonly (string | number)[]
}

export const invalidFields = (errors: readonly InvalidField[]) =>
  new ServiceError('unprocessable', 'validation_error', {
    title: 'The request does not have the right shape',
    detail: errors[0] ? `${errors[0].loc.join('.')}: ${errors[0].message}` : 'The request contradicts itself.',
    suggestedFix: 'Mend the fields named in errors.',
    extra: { errors: errors.slice(0, 100) },
  })

export const tooManyRowsToMatch = (rows: number, limit: number) =>
  new ServiceError('too_large', 'too_many_rows', {
    title: 'Too many rows to be matched one by one',
    detail: `The regions have ${rows} rows; an upsert takes ${limit} at most.`,
    suggestedFix: 'Select fewer regions, or use the modes append or replace.',
    extra: { max_rows: limit },
  })
