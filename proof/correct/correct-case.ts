import { bytesOf } from '@bindery-data/spreadsheet/byte-source.ts'
import { openFile } from '@bindery-data/spreadsheet/open-file.ts'
import { readerOf } from '@bindery-data/spreadsheet/parse-spec/analyze.ts'
import type { ParseSpec, Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { describeText } from '@bindery-data/spreadsheet/structure/describe-text.ts'
import { readFileSheet } from '@bindery-data/spreadsheet/structure/read-file-sheet.ts'
import type { Sheet } from '@bindery-data/spreadsheet/structure/sheet.ts'
import { columnLetters, spellBox } from '@bindery-data/spreadsheet/xlsx/cell-reference.ts'
import type { Loader } from '../../server/src/engine/loader/load-request.ts'
import {
  isOnDocument,
  operationsIn,
  type SentOperation,
} from '../../server/src/work/sources/parse-spec/operations/operations.schema.ts'
import { analyzeFile, type FileToRead, type ReadByLoader } from '../lib/read-by-loader.ts'
import { caseRead, type ReadCase } from '../realistic/read-case.ts'

/** Where a correction starts: what the engine proposes, or one region a sheet of which nothing is understood. */
export type Start = 'proposed' | 'nothing'

/** The tables of a case once its reading was corrected by these operations, as PATCH takes them. */
export const correctCase = (
  read: ReadByLoader,
  folder: string,
  start: Start,
  sent: readonly SentOperation[],
): Promise<ReadCase> =>
  caseRead(read, folder, async (loader, file) => {
    return corrected(loader, await specToCorrect(loader, file, start), sent)
  })

export const specToCorrect = (loader: Loader, file: FileToRead, start: Start): Promise<ParseSpec> =>
  start === 'nothing' ? nothingUnderstood(file) : analyzeFile(loader, file.name)

export async function corrected(loader: Loader, spec: ParseSpec, sent: readonly SentOperation[]): Promise<ParseSpec> {
  if (sent.length === 0) return spec
  const made = await loader.ask({
    kind: 'correct',
    spec,
    operations: operationsIn(sent).filter((operation) => !isOnDocument(operation)),
    language: null,
  })
  if ('refusal' in made) throw new Error(`operation ${made.operation}: ${made.refusal.message}`)
  return made.spec
}

async function nothingUnderstood({ bytes, name }: FileToRead): Promise<ParseSpec> {
  const file = await openFile(bytesOf(Buffer.from(bytes)), name)
  const regions: Region[] = []
  for (const place of file.sheets.keys()) {
    const sheet = await readFileSheet(file, place, name.replace(/\.\w+$/, ''))
    if (sheet) regions.push(wholeSheet(sheet, `r${regions.length + 1}`))
  }
  const reader = readerOf(file)
  file.close()
  return {
    spec_version: 1,
    revision: 1,
    source_name: name,
    sha256: '',
    reader,
    regions,
    overrides: [],
    warnings: [],
  }
}

/** All cells as texts under names of no meaning. */
function wholeSheet(sheet: Sheet, id: string): Region {
  const { box } = sheet
  const columns = Array.from({ length: box.right - box.left + 1 }, (_, n) => ({
    source_column: columnLetters(box.left + n),
    header: null,
    header_cells: [],
    name: `column_${n + 1}`,
    type: 'VARCHAR',
    format: null,
    unit: null,
    role: 'label' as const,
    include: true,
    nullable: true,
    on_error: 'null' as const,
    confidence: 1,
    evidence: { rows: 0, nulls: 0, nonconforming: 0, leading_zero: 0, max_digits: 0, ambiguous_dates: 0, samples: [] },
  }))
  return {
    ...describeText(sheet, { kind: 'data', box, confidence: 0, evidence: [] }, id),
    data_range: spellBox(box),
    columns,
    outputs: [{ name: sheet.name, kind: 'list' }],
    corrections: [],
  }
}
