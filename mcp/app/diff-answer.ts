import { type Fields, fieldsOf, numberOf, recordsOf, textOf, textsOf } from './values.ts'
import type { Words } from './words.ts'

/** Changes of cells, of whichever tool. */
export type Diff = {
  title: string
  /** What was done, or would be, a line each. */
  facts: readonly string[]
  warnings: readonly string[]
  parts: readonly DiffPart[]
}

export type DiffPart = {
  title: string | null
  changes: readonly Change[]
  /** False: only what was sent is known, and not what it replaces. */
  hasBefore: boolean
  /** There are more than are listed. */
  isCut: boolean
}

export type ChangeKind = 'insert' | 'update' | 'delete'
/** `place` null: each cell says where it is. */
export type Change = { kind: ChangeKind; place: string | null; note: string | null; cells: readonly CellChange[] }
export type CellChange = { name: string; before: unknown; after: unknown; note: string | null }

/** Of `edit_rows`, `undo_operation`, `edit_file`, `propose_rows` and `read_proposals`. */
export function diffIn(answer: Fields, args: Fields, w: Words): Diff {
  if ('proposals' in answer) return proposals(answer, w)
  if ('revision' in answer) return fileEdit(answer, w)
  if ('undid' in answer) return undone(answer, w)
  if ('proposal_id' in answer) return proposed(answer, args, w)
  return edited(answer, args, w)
}

function edited(answer: Fields, args: Fields, w: Words): Diff {
  const stale = staleLines(answer, w)
  if ('dry_run' in answer) {
    const parts = [partOf(fieldsOf(answer.dry_run), textOf(args.table), w)]
    return {
      title: w.wouldChange,
      facts: [...countsOf(fieldsOf(answer.dry_run), w), w.nothingWritten],
      warnings: stale,
      parts,
    }
  }
  const proposal = recordsOf([answer.proposal])
  if (proposal.length > 0)
    return {
      title: w.proposed,
      facts: proposal.map((each) => proposalLine(each, w)),
      warnings: stale,
      parts: [sentPart(args, w)],
    }
  const { inserted, updated, deleted, unchanged, op_id, missing_row_ids } = answer
  const counted: [unknown, (n: number) => string][] = [
    [inserted, w.inserted],
    [updated, w.updated],
    [deleted, w.deleted],
    [unchanged, w.unchanged],
  ]
  const facts = counted.flatMap(([n, say]) => (numberOf(n) > 0 ? [say(numberOf(n))] : []))
  const missing = textsOf(missing_row_ids)
  return {
    title: w.changed,
    facts: [
      ...(facts.length > 0 ? facts : [w.nothingChanged]),
      ...(typeof op_id === 'number' ? [w.operation(op_id)] : []),
    ],
    warnings: [...(missing.length > 0 ? [w.missingRows(missing.join(', '))] : []), ...stale],
    parts: [sentPart(args, w)],
  }
}

function undone(answer: Fields, w: Words): Diff {
  const tables = recordsOf(answer.tables)
  const tried = 'dry_run' in answer ? [fieldsOf(answer.dry_run)] : tables
  const ops = 'undone' in answer ? textsOf(answer.undone) : textsOf([answer.undid])
  const facts = [
    w.undid(ops.join(', ')),
    w.rowsChanged(numberOf(answer.rows)),
    ...(tried.length > 0 ? [w.nothingWritten] : []),
  ]
  return {
    title: tried.length > 0 ? w.wouldUndo : w.undone,
    facts,
    warnings: staleLines(answer, w),
    parts: tried.map((part) => partOf(part, textOf(part.table), w)),
  }
}

function proposed(answer: Fields, args: Fields, w: Words): Diff {
  return {
    title: w.proposed,
    facts: [proposalLine(answer, w), w.cells(numberOf(answer.cell_count)), w.nothingWritten],
    warnings: [...violationLines(answer), ...staleLines(answer, w)],
    parts: recordsOf(args.changes).map((change) => sentPart({ ...change, delete_row_ids: change.delete }, w)),
  }
}

function proposals(answer: Fields, w: Words): Diff {
  const reviews = recordsOf(answer.reviews).map(({ verdict, by, text }) =>
    [textOf(verdict), textOf(by), textOf(text)].filter((part) => part !== '').join(' · '),
  )
  const listed = recordsOf(answer.proposals).map((each) => proposalLine(each, w))
  return {
    title: w.proposals,
    facts: [...(listed.length > 0 ? listed : [w.noProposals]), ...reviews],
    warnings: violationLines(answer),
    parts: recordsOf(answer.tables).map((part) => partOf(part, textOf(part.table), w)),
  }
}

function fileEdit(answer: Fields, w: Words): Diff {
  const isTrial = answer.dry_run === true
  const cells = recordsOf(answer.changes).flatMap((change) => cellLines(change, w))
  const rows = recordsOf(answer.rows).map(
    ({ action, sheet, row, count }): Change => ({
      kind: action === 'delete' ? 'delete' : 'insert',
      place: `${textOf(sheet)} ${w.rowsFrom(numberOf(row), numberOf(count))}`,
      note: null,
      cells: [],
    }),
  )
  const changes: Change[] = [
    ...rows,
    ...(cells.length > 0 ? [{ kind: 'update' as const, place: null, note: null, cells }] : []),
  ]
  const tables = textsOf(answer.tables)
  return {
    title: isTrial ? w.wouldChange : w.changed,
    facts: [
      w.cells(numberOf(answer.change_count)),
      isTrial ? w.nothingWritten : w.edition(numberOf(answer.revision)),
      ...(tables.length > 0 ? [w.readAgain(tables.join(', '))] : []),
    ],
    warnings: textsOf(answer.not_computed).map(w.notComputed),
    parts: [{ title: null, changes, hasBefore: true, isCut: answer.cut === true }],
  }
}

/** The value of a cell, and a line for each look of it that is another. */
function cellLines({ cell, computed, before, after }: Fields, w: Words): CellChange[] {
  const [from, to] = [fieldsOf(before), fieldsOf(after)]
  const members = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return members.map((member) => ({
    name: member === 'value' ? textOf(cell) : `${textOf(cell)} · ${w.look(member)}`,
    before: from[member],
    after: to[member],
    note: computed === true && member === 'value' ? w.computed : null,
  }))
}

function partOf(diff: Fields, title: string, w: Words): DiffPart {
  const changes = recordsOf(diff.rows).map(
    ({ row_id, change, cells, conflict, done }): Change => ({
      kind: change === 'insert' || change === 'delete' ? change : 'update',
      place: row_id === null || row_id === undefined ? w.newRow : w.rowNumber(textOf(row_id)),
      note: conflict ? w.conflict : done === true ? w.alreadyDone : null,
      cells: recordsOf(cells).map((cell) => ({
        name: textOf(cell.column),
        before: cell.before,
        after: cell.after,
        note: cell.conflict === true ? w.changedSince(textOf(cell.base)) : null,
      })),
    }),
  )
  return { title: title === '' ? null : title, changes, hasBefore: true, isCut: diff.cut === true }
}

const ROW_ID = '__svc_row_id'

/** What was written the answer only counts; what was sent the host has. */
function sentPart(args: Fields, w: Words): DiffPart {
  const written = recordsOf(args.rows).map(({ [ROW_ID]: rowId, ...values }, n): Change => {
    const isKnown = rowId !== undefined && rowId !== null
    return {
      kind: isKnown || Array.isArray(args.match_on) ? 'update' : 'insert',
      place: isKnown ? w.rowNumber(textOf(rowId)) : w.sentRow(n + 1),
      note: null,
      cells: Object.entries(values).map(([name, after]) => ({ name, before: undefined, after, note: null })),
    }
  })
  const gone = textsOf(args.delete_row_ids).map(
    (id): Change => ({ kind: 'delete', place: w.rowNumber(id), note: null, cells: [] }),
  )
  return { title: textOf(args.table) || null, changes: [...written, ...gone], hasBefore: false, isCut: false }
}

const countsOf = (diff: Fields, w: Words) => [
  w.rowsChanged(numberOf(diff.row_count)),
  w.cells(numberOf(diff.cell_count)),
]

const staleLines = ({ stale }: Fields, w: Words) =>
  textsOf(stale).length > 0 ? [w.becomesStale(textsOf(stale).join(', '))] : []

const violationLines = ({ violations }: Fields) =>
  recordsOf(violations).map(({ table, message }) =>
    [textOf(table), textOf(message)].filter((part) => part !== '').join(': '),
  )

const proposalLine = ({ title, state, approved, row_count }: Fields, w: Words) =>
  [textOf(title), approved === true ? w.approved : w.state(textOf(state)), w.rowsChanged(numberOf(row_count))].join(
    ' · ',
  )
