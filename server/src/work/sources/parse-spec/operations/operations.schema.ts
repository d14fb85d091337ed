import { CORRECTIONS, type Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { Operation } from '@bindery-data/spreadsheet/structure/correct/operation.ts'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import { COLUMN_TYPE_NAMES, parseColumnType } from '../../../../engine/table/column-type.ts'
import { NamedObject, Nullable, OneOf } from '../../../../platform/http/schema.ts'
import { invalidFields } from '../../sources.errors.ts'
import { GivenReshapeSteps, Letters, OPERATION_MEMBERS } from '../region-parts.schema.ts'

/** What a correction can be. */
export const OPERATIONS = [
  ...CORRECTIONS,
  'merge_regions',
  'split_region',
  'add_region',
  'unite_tables',
  'separate_tables',
  'refuse_template',
  'answer',
  'keep_links',
  'unite_files',
  'undo',
] as const

const RegionId = Type.String({ minLength: 1, maxLength: 60 })

/** One change of a reading as it comes over the wire: its `op` says which of the other members it needs. */
export const OperationBody = NamedObject('SpecOperation', {
  op: OneOf(OPERATIONS),
  region: Type.Optional(RegionId),
  regions: Type.Optional(Type.Array(RegionId, { minItems: 2, maxItems: 100 })),
  sheet: Type.Optional(Type.String({ maxLength: 300 })),
  ...OPERATION_MEMBERS,
  rank: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  reshape: Type.Optional(Nullable(GivenReshapeSteps)),
  at_row: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_048_576 })),
  at_column: Type.Optional(Letters),
  sources: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
      minItems: 1,
      maxItems: 199,
      description: 'Names of other files of the workbook',
    }),
  ),
  choice: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 9, description: 'Of the question of the region, counting from 0' }),
  ),
})

export type SentOperation = Static<typeof OperationBody>
type Member = Exclude<keyof SentOperation, 'op'>

/** The members of an operation; of two that are named together it has one. */
const MEMBERS: Record<SentOperation['op'], readonly (Member | readonly [Member, Member])[]> = {
  set_kind: ['region', 'kind'],
  set_box: ['region', 'range'],
  set_header_rows: ['region', 'rows'],
  set_role: ['region', ['rows', 'columns'], 'role'],
  rename: ['region', 'column', 'name'],
  set_type: ['region', 'column', 'type'],
  include: ['region', 'column'],
  choose_reading: ['region', ['rank', 'reshape']],
  fill_down: ['region', 'column'],
  explode: ['region', 'column'],
  keep_totals: ['region'],
  leave_out: ['region', 'ranges'],
  read_as: ['region', 'cells'],
  name_table: ['region', 'name'],
  merge_regions: ['regions'],
  split_region: ['region', ['at_row', 'at_column']],
  add_region: ['sheet', 'range'],
  unite_tables: ['regions'],
  separate_tables: ['region'],
  refuse_template: [],
  answer: ['region', 'choice'],
  keep_links: ['region', 'column'],
  unite_files: ['sources'],
  undo: [],
}

/** Members that an operation may have besides. */
const OPTIONAL: Partial<Record<SentOperation['op'], readonly Member[]>> = {
  set_type: ['format'],
  include: ['on'],
  fill_down: ['on'],
  explode: ['on', 'separator'],
  keep_totals: ['on'],
  add_region: ['kind'],
  unite_tables: ['name', 'column'],
  keep_links: ['on', 'name'],
  unite_files: ['name'],
}

/** Operations that are on where they do not say otherwise. */
const SWITCHES: ReadonlySet<SentOperation['op']> = new Set([
  'include',
  'fill_down',
  'explode',
  'keep_totals',
  'keep_links',
])

/** What the engine does not know: operations on the document, which need no reading of the sheet. */
export type DocumentOperation =
  | { op: 'refuse_template' }
  | { op: 'undo' }
  | { op: 'unite_files'; sources: readonly string[]; name?: string }
  | { op: 'answer'; region: string; choice: number }
  | { op: 'keep_links'; region: string; column: string; on: boolean; name?: string }

const ON_DOCUMENT: ReadonlySet<SentOperation['op']> = new Set([
  'refuse_template',
  'undo',
  'unite_files',
  'answer',
  'keep_links',
])

export const isOnDocument = (operation: Operation | DocumentOperation): operation is DocumentOperation =>
  ON_DOCUMENT.has(operation.op)

/** The operations that were sent, each with its own members and no others. */
export function operationsIn(sent: readonly SentOperation[]): (Operation | DocumentOperation)[] {
  const faults = sent.flatMap((operation, n) => faultsOf(operation, n, sent.length))
  if (faults.length > 0) throw invalidFields(faults)
  return sent.map(operationOf)
}

export const refusesTemplate = (sent: readonly SentOperation[]) => sent.some(({ op }) => op === 'refuse_template')

type Fault = Parameters<typeof invalidFields>[0][number]

function faultsOf(operation: SentOperation, n: number, count: number): Fault[] {
  const at = (member: string) => ['body', 'operations', n, member]
  const known = new Set<string>(['op', ...MEMBERS[operation.op].flat(), ...(OPTIONAL[operation.op] ?? [])])
  if (operation.op === 'refuse_template' && n > 0)
    return [{ loc: at('op'), code: 'order', message: 'must come first: what follows is about the file read by itself' }]
  if ((operation.op === 'undo' || operation.op === 'unite_files') && count > 1)
    return [{ loc: at('op'), code: 'alone', message: 'must be the only operation' }]
  const faults: Fault[] = Object.keys(operation)
    .filter((member) => !known.has(member))
    .map((member) => ({ loc: at(member), code: 'unknown', message: `is no member of ${operation.op}` }))
  for (const member of MEMBERS[operation.op]) {
    if (typeof member === 'string') {
      if (operation[member] === undefined)
        faults.push({ loc: at(member), code: 'required', message: `is required for ${operation.op}` })
    } else if (member.filter((one) => operation[one] !== undefined).length !== 1)
      faults.push({
        loc: at(member[0]),
        code: 'required',
        message: `needs ${member.join(' or ')}, and one of them only`,
      })
  }
  if (operation.type !== undefined && !parseColumnType(operation.type))
    faults.push({
      loc: at('type'),
      code: 'type',
      message: `is no type a column can have; it can have ${COLUMN_TYPE_NAMES.join(', ')}`,
      allowed: COLUMN_TYPE_NAMES,
    })
  return faults
}

function operationOf(sent: SentOperation): Operation | DocumentOperation {
  const completed = {
    ...sent,
    ...(SWITCHES.has(sent.op) ? { on: sent.on ?? true } : {}),
    ...(sent.op === 'add_region' ? { kind: sent.kind ?? 'table' } : {}),
    ...(sent.reshape ? { reshape: completeSteps(sent.reshape) } : {}),
  }
  // Safe: what each operation needs was checked, and it has nothing else.
  return completed as Operation | DocumentOperation
}

type GivenSteps = Static<typeof GivenReshapeSteps>

/** What was left out is empty: the engine fills it in from the table. */
function completeSteps(given: GivenSteps): Region['reshape'] {
  const steps = Array.isArray(given) ? given : [given]
  const complete = steps.map((step) => ({
    ...('value_columns' in step ? { id_columns: [], name_to: '', value_to: '' } : {}),
    ...('groups' in step ? { id_columns: [] } : {}),
    ...step,
  }))
  // Safe: those were all the members that a step may leave out.
  return (complete.length > 1 ? complete : (complete[0] ?? null)) as Region['reshape']
}
