import { isProblem, type Wire } from '@bindery-data/sdk'
import { type Static, Type } from 'typebox'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { Nullable } from '../../../platform/http/schema.ts'
import { OperationBody } from '../../../work/sources/parse-spec/operations/operations.schema.ts'
import type { Agent } from '../agent.ts'
import { changeDocument } from '../change-document.ts'
import { fitItems } from '../small-answer.ts'
import { CHANGES, RENEWS, tool } from '../tool.ts'
import { Anything, IdempotencyKey, SourceName, WorkbookId } from './fields.ts'

const RegionLine = Type.Object({
  path: Type.String({ description: 'What paths of changes to this region begin with' }),
  region_id: Type.String(),
  sheet: Type.String(),
  kind: Type.String(),
  range: Type.String(),
  layout: Type.String(),
  header_rows: Type.Array(Type.Integer()),
  data_range: Type.String(),
  title: Nullable(Type.String()),
  confidence: Type.Number(),
  columns: Type.Array(Type.String(), { description: 'name TYPE (role), in order; - before those left out' }),
  outputs: Type.Array(Type.String(), { description: 'The tables it becomes' }),
  union: Type.Optional(
    Type.String({
      description:
        'Its tables are one with those of other regions: which tables, by which column, of which regions. separate_tables makes a table of each again',
    }),
  ),
  question: Type.Optional(
    Type.Object(
      { text: Type.String(), choices: Type.Array(Type.String()) },
      { description: 'What is not sure: ask the user, and answer it with correct_parse' },
    ),
  ),
})

/** Both sides of a table's check; of its sums only those that differ. */
const CheckLine = Type.Object({
  table: Type.String(),
  balanced: Nullable(Type.Boolean({ description: 'Null: not known yet' })),
  rows_in: Type.Integer(),
  rows_out: Nullable(Type.Integer()),
  factor: Type.Integer({ description: 'How many columns become rows' }),
  cells_empty: Type.Integer(),
  cells_filled: Type.Integer(),
  cells_dropped: Type.Integer(),
  cells_computed: Type.Integer(),
  sums_compared: Type.Integer(),
  sums_unequal: Type.Array(Type.String(), { description: 'column: sum on the sheet, sum in the table' }),
})

const Spec = Type.Object({
  source: Type.String(),
  revision: Type.Integer(),
  regions: Type.Array(RegionLine),
  regions_omitted: Type.Integer(),
  check: Type.Array(CheckLine, { description: 'What went into each table and what came out' }),
  warnings: Type.Array(Type.String()),
  /** Whole, where one was asked for. */
  region: Type.Optional(Anything),
})

export const getParseSpec = tool({
  name: 'get_parse_spec',
  title: 'How a file is read',
  description:
    'Where the tables of a file are and how each is read: regions with their header rows, layout, columns, and confidence; and for each table a check: rows and sums on the sheet and in the table, balanced or not. A file that was only staged is analyzed first. With region_id you get that region whole: every field that correct_parse can change, and alternatives that were considered.',
  scope: 'workbooks:read',
  annotations: RENEWS,
  view: 'reading',
  input: Type.Object({
    workbook_id: WorkbookId,
    source: SourceName,
    region_id: Type.Optional(Type.String({ maxLength: 60 })),
  }),
  output: Spec,
  run: async (agent, { workbook_id, source, region_id }) => {
    const spec = await readSpec(agent, { workbook_id, source_name: source })
    const region = spec.regions.find((each) => each.region_id === region_id)
    if (region_id !== undefined && !region) throw invalidField(['region_id'], 'region', 'is no region of this file')
    return { ...linesOf(spec), ...(region ? { region: { ...region } } : {}) }
  },
})

const Change = Type.Object({
  path: Type.String({
    maxLength: 500,
    description: 'A JSON pointer into the spec, as in /regions/0/header_rows or /regions/0/columns/2/type',
  }),
  value: Type.Optional(Type.Unknown({ description: 'What shall stand there; without it the member is taken out' })),
})

const Answer = Type.Object({
  region_id: Type.String({ maxLength: 60 }),
  choice: Type.Integer({ minimum: 0, maximum: 9, description: 'Which of the choices, counting from 0' }),
})

export const correctParse = tool({
  name: 'correct_parse',
  title: 'Correct how a file is read',
  description:
    'Corrects how a file is read by operations on its regions, or answers the questions its regions ask, and shows the first rows as they would be read then. What follows from an operation (names, types, roles, tables) the service derives: set_header_rows {region, rows}, set_box {region, range}, set_role {region, rows or columns, role}, rename {region, column, name}, set_type {region, column, type}, include {region, column, on}, merge_regions {regions}, split_region {region, at_row or at_column}, add_region {sheet, range}, unite_tables {regions}, separate_tables {region}, set_kind {region, kind: table, form, note, ignore}, choose_reading {region, rank or reshape}, fill_down and explode {region, column, on}, keep_totals {region, on}, leave_out {region, ranges}, read_as {region, cells: [{cell, text}]}, name_table {region, name}, refuse_template {} (first: reads the file without its template), answer {region, choice}, keep_links {region, column, name} (a column for where links lead), unite_files {sources, name} (alone: the table of this file and those of these files are one, and are made again), undo {} (alone: takes back the last correction). Fields that no operation reaches can be changed one by one with changes. What you change is kept for the next edition of the same file. No table changes before materialize_source.',
  scope: 'workbooks:write',
  annotations: CHANGES,
  view: 'reading',
  input: Type.Object({
    workbook_id: WorkbookId,
    source: SourceName,
    operations: Type.Optional(Type.Array(OperationBody, { maxItems: 100, description: 'In their order, all or none' })),
    changes: Type.Optional(Type.Array(Change, { maxItems: 200 })),
    answers: Type.Optional(Type.Array(Answer, { maxItems: 50, description: 'To questions that regions ask' })),
    dry_run: Type.Optional(
      Type.Boolean({ default: false, description: 'Of operations and answers: shows the reading, and keeps nothing' }),
    ),
    idempotency_key: IdempotencyKey,
  }),
  output: Type.Object({
    ...Spec.properties,
    overridden: Type.Array(Type.String(), { description: 'What was decided before and contradicts an operation' }),
    preview: Type.Array(
      Type.Object({
        name: Type.String(),
        columns: Type.Array(Type.String()),
        rows: Type.Array(Anything),
        row_count: Type.Integer(),
        rejected: Type.Integer(),
        cells_nulled: Type.Integer(),
      }),
    ),
  }),
  run: async (agent, { workbook_id, source, operations = [], changes = [], answers = [], ...wish }) => {
    const asked = [...answers.map(answerOf), ...operations]
    if (changes.length + asked.length === 0)
      throw invalidField(['operations'], 'required', 'nothing is changed or answered')
    if (asked.length > 0 && changes.length > 0)
      throw invalidField(['changes'], 'alone', 'come in a call of their own, without operations and answers')
    if (wish.dry_run && changes.length > 0)
      throw invalidField(['dry_run'], 'alone', 'is there for operations and answers; changes are kept')
    // What keeps nothing needs no key, and must not use one up.
    const keyed = wish.dry_run ? { dry_run: true } : { idempotencyKey: wish.idempotency_key }
    const at = { workbook_id, source_name: source, preview: true }
    const before = await readSpec(agent, { workbook_id, source_name: source })
    if (asked.length > 0) {
      const { spec_version } = before
      const after = await agent.api.patchParseSpec({ ...at, ...keyed, body: { spec_version, operations: asked } })
      const overridden = after.overridden.map(({ correction, why }) => `${JSON.stringify(correction)}: ${why}`)
      return { ...correctedLines(after), overridden }
    }
    // Safe: whether it still is one the service judges, which takes the whole spec.
    const body = changeDocument(before, changes) as Wire.ParseSpec
    return {
      ...correctedLines(await agent.api.correctParseSpec({ ...at, idempotencyKey: wish.idempotency_key, body })),
      overridden: [],
    }
  },
})

/** A spec and the first rows that are read by it, in a small answer. */
function correctedLines(spec: Wire.PreviewedSpec) {
  const preview = (spec.preview ?? []).map(({ name, columns, rows, row_count, rejected, cells_nulled }) => ({
    name,
    columns: columns.map((column) => `${column.name} ${column.type}`),
    rows: fitItems(rows.slice(0, 5), 2_000).kept,
    row_count,
    rejected,
    cells_nulled,
  }))
  return { ...linesOf(spec, 3_000), preview: fitItems(preview, 5_000).kept }
}

const answerOf = ({ region_id, choice }: Static<typeof Answer>) => ({
  op: 'answer' as const,
  region: region_id,
  choice,
})

type ParsedSource = { workbook_id: string; source_name: string }

async function readSpec(agent: Agent, at: ParsedSource): Promise<Wire.ParseSpec> {
  try {
    return await agent.api.readParseSpec(at)
  } catch (error) {
    if (!isProblem(error, 'source_not_analyzed')) throw error
    return (await agent.api.analyzeSource(at)).parse_spec
  }
}

function linesOf(spec: Wire.ParseSpec, budget = 6_000): Static<typeof Spec> {
  const { kept } = fitItems(spec.regions.map(lineOf), budget)
  return {
    source: spec.source_name,
    revision: spec.revision,
    regions: kept,
    regions_omitted: spec.regions.length - kept.length,
    check: fitItems((spec.check ?? []).map(checkLineOf), budget / 3).kept,
    warnings: spec.warnings.slice(0, 10).map(({ message }) => message),
  }
}

const MOST_UNEQUAL = 5

const checkLineOf = ({ sums, ...check }: NonNullable<Wire.ParseSpec['check']>[number]): Static<typeof CheckLine> => ({
  table: check.table,
  balanced: check.balanced,
  rows_in: check.rows_in,
  rows_out: check.rows_out,
  factor: check.factor,
  cells_empty: check.cells_empty,
  cells_filled: check.cells_filled,
  cells_dropped: check.cells_dropped,
  cells_computed: check.cells_computed,
  sums_compared: sums.length,
  sums_unequal: sums
    .filter(({ sum_in, sum_out }) => sum_in !== sum_out)
    .slice(0, MOST_UNEQUAL)
    .map(({ column, sum_in, sum_out }) => `${column}: ${sum_in}, ${sum_out}`),
})

const unionLineOf = ({ outputs, column, parts }: NonNullable<Wire.Region['union']>) =>
  `${outputs.map(({ name }) => name).join(', ')} by ${column}: ${parts.map(({ region_id }) => region_id).join(', ')}`

const lineOf = (region: Wire.Region, index: number): Static<typeof RegionLine> => ({
  path: `/regions/${index}`,
  region_id: region.region_id,
  sheet: region.sheet,
  kind: region.kind,
  range: region.range,
  layout: region.layout,
  header_rows: region.header_rows,
  data_range: region.data_range,
  title: region.title,
  confidence: region.confidence,
  columns: region.columns.map(({ name, type, role, include }) => `${include ? '' : '- '}${name} ${type} (${role})`),
  outputs: region.outputs.map(({ name }) => name),
  ...(region.union ? { union: unionLineOf(region.union) } : {}),
  ...(region.needs_review && region.question
    ? { question: { text: region.question.text, choices: region.question.choices.map(({ text }) => text) } }
    : {}),
})
