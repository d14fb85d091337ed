import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { decode, encode } from 'gpt-tokenizer/encoding/o200k_base'
import { type ConnectedAgent, connectAgent } from '../server/test/connect-agent.ts'
import { mintToken, newPerson } from '../server/test/person.ts'
import { runService } from '../server/test/start-service.ts'
import { answerFromDump, visibleIn } from './inspect/dump-reader.ts'
import { generatedBook } from './inspect/generated-books.ts'
import { answerFromMap } from './inspect/map-reader.ts'
import type { BookRequest, Question } from './inspect/question.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

/**
 * npm run -s proof inspect [-- --books 24] [--minutes 20]
 * Ten questions about each of 200 workbooks, asked to a scripted reader that sees the map of the file and may call three tools more,
 * and to the same reader over what MarkItDown and openpyxl show of it in as many tokens, with three further pieces.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PACK = resolve(ROOT, '../shared/bench/realistic')
const { values: asked } = parseArgs({
  args: process.argv.slice(3),
  strict: false,
  options: { books: { type: 'string' }, minutes: { type: 'string' } },
})
/** No further workbook is asked then; the figures say how many were. */
const MOST_MS = Number(asked.minutes ?? 24 * 60) * 60_000
const BOOKS = Number(asked.books ?? 200)
const LANES = 3
const TOKENS = 2_000
/** Follow-up calls, and the length of a piece of a dump that stands for one: more than most answers of tools take. */
const FOLLOW_UPS = 3
const PIECE_TOKENS = 700
const LEAST_ANSWERED = 0.9
const LEAST_AHEAD = 0.3

const PROGRAMS = ['markitdown', 'openpyxl'] as const

export const proof: Proof = {
  promise:
    'An agent finds any place of a workbook from a map of 2,000 tokens and three calls, which dumps do not give it',
  isQuick: false,
  minutes: 25,
  about: ['server/src/work/sources/inspect', 'spreadsheet/src/map'],
  measure: (options) => measure(options, BOOKS, (map) => map),
  // A map without its findings: broken patterns, errors and gaps are not in it.
  control: (options) =>
    measure(options, Math.min(BOOKS, 12), (map) =>
      map
        .split('\n')
        .filter((line) => !/^ {1,2}[a-z ]+: /.test(line))
        .join('\n'),
    ),
  holds: ({ tokens_p95, facts_answerable, markitdown, openpyxl }) =>
    Number(tokens_p95) <= TOKENS &&
    Number(facts_answerable) >= LEAST_ANSWERED &&
    Number(facts_answerable) >= Math.max(Number(markitdown), Number(openpyxl)) + LEAST_AHEAD,
}

type Dump = Record<(typeof PROGRAMS)[number], string> & { name: string; questions: Question[] }

type Tally = {
  tokens: number[]
  questions: number
  right: Record<'map' | (typeof PROGRAMS)[number], number>
  kinds: Map<string, { asked: number; answered: number }>
}

async function measure({ say }: ProofOptions, count: number, spoil: (map: string) => string): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-inspect-'))
  const books = booksFor(count, folder)
  const dumps = dumpAll(folder)
  const tally: Tally = { tokens: [], questions: 0, right: { map: 0, markitdown: 0, openpyxl: 0 }, kinds: new Map() }
  const service = await runService()
  const [url = ''] = service.urls
  const person = await newPerson(url)
  const agent = await connectAgent(url, await mintToken(person.call, ['workbooks:write']))
  try {
    const { workbook_id } = (await person.call('POST', '/api/v1/workbooks', { title: 'inspect' })).body
    const waiting = books.values()
    const began = Date.now()
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        for (const book of waiting) {
          if (Date.now() - began > MOST_MS) return
          const dump = dumps.get(book.name)
          const questions = book.questions.length > 0 ? book.questions : (dump?.questions ?? [])
          if (!dump || questions.length === 0) continue
          await askBook({ agent, workbook_id, say, spoil, tally }, book, questions)
          countDumps(tally, dump, questions)
        }
      }),
    )
  } finally {
    await agent.close()
    await service.close()
  }
  return figuresOf(tally)
}

type Asking = {
  agent: ConnectedAgent
  workbook_id: string
  say: ProofOptions['say']
  spoil: (map: string) => string
  tally: Tally
}

async function askBook(
  { agent, workbook_id, say, spoil, tally }: Asking,
  { name, bytes }: BookRequest,
  questions: readonly Question[],
) {
  const file = { workbook_id, filename: name, base64: bytes.toString('base64'), staged: true }
  const seen = await persist(async () => {
    const { answer: uploaded, problem } = await agent.call('upload_file', file)
    if (problem) return { problem }
    const source: string = uploaded.source
    return { ...(await agent.call('inspect_workbook', { workbook_id, source, max_tokens: TOKENS })), source }
  })
  if (!('source' in seen) || seen.problem) {
    say(`${name}: ${JSON.stringify(seen.problem)}`)
    for (const question of questions) countMap(tally, question, false)
    return
  }
  const { answer, source } = seen
  tally.tokens.push(encode(answer.map).length)
  const book = { agent, workbook_id, source, map: spoil(answer.map) }
  for (const question of questions) {
    const given = await answerFromMap(book, question)
    if (given !== question.answer) say(`${name}: ${JSON.stringify(question)}, answered ${given}`)
    countMap(tally, question, given === question.answer)
  }
  if (tally.tokens.length % 20 === 0)
    say(`${tally.tokens.length} workbooks, ${tally.right.map} of ${tally.questions} answered`)
}

/** A file that was not read in its time, as on a busy machine, is asked for again; after three times it counts as not answered. */
async function persist<T extends { problem?: unknown }>(ask: () => Promise<T>): Promise<T> {
  const first = await ask()
  const second = first.problem ? await ask() : first
  return second.problem ? ask() : second
}

function countMap(tally: Tally, { kind }: Question, isRight: boolean) {
  tally.questions++
  const known = tally.kinds.get(kind) ?? { asked: 0, answered: 0 }
  tally.kinds.set(kind, { asked: known.asked + 1, answered: known.answered + (isRight ? 1 : 0) })
  if (isRight) tally.right.map++
}

function countDumps(tally: Tally, dump: Dump, questions: readonly Question[]) {
  for (const program of PROGRAMS) {
    const cells = visibleIn(firstPieces(dump[program]), program)
    tally.right[program] += questions.filter((question) => answerFromDump(cells, question) === question.answer).length
  }
}

function figuresOf({ tokens, questions, right, kinds }: Tally): Figures {
  const share = (part: number) => Number((part / questions).toFixed(3))
  return {
    workbooks: tokens.length,
    questions,
    tokens_p95: tokens.sort((one, other) => one - other)[Math.floor(tokens.length * 0.95)],
    facts_answerable: share(right.map),
    markitdown: share(right.markitdown),
    openpyxl: share(right.openpyxl),
    by_kind: Object.fromEntries([...kinds].map(([kind, { asked, answered }]) => [kind, `${answered} of ${asked}`])),
  }
}

/** Files of the open pack where it is there, and generated ones for the rest. Files of the pack bring no questions: openpyxl finds them. */
function booksFor(count: number, folder: string): BookRequest[] {
  const filed = existsSync(PACK)
    ? readdirSync(PACK)
        .filter((id) => existsSync(`${PACK}/${id}/input.xlsx`))
        .slice(0, Math.floor(count / 4))
        .map((id) => ({ name: `${id}.xlsx`, bytes: readFileSync(`${PACK}/${id}/input.xlsx`), questions: [] }))
    : []
  const made = Array.from({ length: count - filed.length }, (_, seed) => generatedBook(seed))
  // In turn, so that a part of them is like the whole.
  const books = made.flatMap((book, n) => [book, ...(n % 3 === 0 ? filed.slice(n / 3, n / 3 + 1) : [])])
  books.push(...filed.filter((book) => !books.includes(book)))
  mkdirSync(`${folder}/books`)
  for (const { name, bytes } of books) writeFileSync(`${folder}/books/${name}`, bytes)
  return books
}

function dumpAll(folder: string): Map<string, Dump> {
  const python = execFileSync(`${ROOT}scripts/table-extractors`, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
  const out = `${folder}/dumps.jsonl`
  execFileSync(python, [`${ROOT}proof/inspect/dump-books.py`, `${folder}/books`, out], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Safe: the program writes them so.
  const dumps = readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Dump)
  return new Map(dumps.map((dump) => [dump.name, dump]))
}

/** What a reader sees of a dump: its beginning, and as many pieces more as there are calls after a map. */
const firstPieces = (dump: string) => decode(encode(dump).slice(0, TOKENS + FOLLOW_UPS * PIECE_TOKENS))
