import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openBytes } from '@bindery-data/spreadsheet/byte-source.ts'
import type { CalculationOutcome } from '@bindery-data/spreadsheet/calculation/settle-calculation.ts'
import { draftEdit, type EditDraft } from '@bindery-data/spreadsheet/edits/draft-edit.ts'
import { editFile } from '@bindery-data/spreadsheet/edits/edit-file.ts'
import type { EditRefusal } from '@bindery-data/spreadsheet/edits/file-edit.ts'
import type { OpenedFile } from '@bindery-data/spreadsheet/opened-file.ts'
import { zipStream } from '@bindery-data/spreadsheet/write/zip/zip-stream.ts'
import type { DraftOutcome, EditAnswer, LoadAnswers, LoadRequest } from '../loader/load-request.ts'
import { readValues } from './read-values.ts'

export type FileEditor = {
  draft(request: LoadRequest & { kind: 'draft-edit' }): Promise<LoadAnswers['draft-edit']>
  write(request: LoadRequest & { kind: 'edit' }): Promise<EditAnswer>
}

const NO_XLSX: EditRefusal = {
  edit: 0,
  member: 'range',
  code: 'format',
  message: 'only files of the formats xlsx and xlsm can be edited',
}

/** Edits the file of this loader: first a draft for the engine, then the file itself. */
export function createFileEditor(path: string, input: string, own: string, file: OpenedFile): FileEditor {
  let drafted: EditDraft | EditRefusal = NO_XLSX
  const bytes = openBytes(path)
  const newFile = () => `${randomUUID()}.part`
  const storeAs = (name: string) => async (chunks: AsyncIterable<Buffer>) => {
    await pipeline(chunks, createWriteStream(join(own, name)))
    return openBytes(join(own, name))
  }
  const store = (chunks: AsyncIterable<Buffer>) => storeAs(newFile())(chunks)
  return {
    draft: async ({ edits, rows }) => {
      const { calculation } = file
      drafted = calculation ? await draftEdit(file, calculation, { bytes, edits, rows, store }) : NO_XLSX
      if ('code' in drafted) return { refusal: drafted, files: [] }
      const files: { file: string }[] = []
      for (const workbook of drafted.workbooks) {
        const name = newFile()
        await pipeline(zipStream(workbook, { level: 1 }), createWriteStream(join(own, name)))
        files.push({ file: name })
      }
      drafted = { ...drafted, workbooks: [] }
      return { refusal: null, files }
    },
    write: async ({ isKept, isQuestion = false, outcomes = [] }) => {
      if ('code' in drafted) return { refusal: drafted }
      const name = newFile()
      const outcome = await outcomeOf(input, outcomes)
      const edited = await editFile(file, drafted, outcome, { store: storeAs(name), isQuestion })
      return { refusal: null, edited, files: isKept ? [{ file: name }] : [] }
    },
  }
}

async function outcomeOf(input: string, outcomes: readonly DraftOutcome[]) {
  const [after, before] = await Promise.all(
    outcomes.map(
      async (outcome): Promise<CalculationOutcome> =>
        'failure' in outcome ? outcome : { values: await readValues(join(input, basename(outcome.file))) },
    ),
  )
  return after && before ? { after, before } : null
}
