import { showDiff } from './diff.ts'
import { element } from './element.ts'
import { showGrid } from './grid.ts'
import { type Grid, gridIn, type NextPage, withPage } from './grid-answer.ts'
import { connectHost, type Host, type ToolResult } from './host.ts'
import { takeLook } from './look.ts'
import { showProblem } from './problem.ts'
import { showReading } from './reading.ts'
import { type Fields, fieldsOf } from './values.ts'
import { wordsFor } from './words.ts'

/** Shows the result of one call of a tool; the service wrote into the page which view that takes. */
const { dataset } = document.documentElement
const main = document.querySelector('main') ?? document.body

let args: Fields = {}
let result: ToolResult | undefined
let grid: Grid | undefined
let refused: ToolResult | undefined
let isCancelled = false

const waiting = Promise.withResolvers<Host>()
const host = connectHost({
  input: (sent) => {
    args = sent
  },
  result: (answered) => {
    result = answered
    grid = undefined
    refused = undefined
    void show()
  },
  cancelled: () => {
    isCancelled = true
    void show()
  },
  context: async (changed) => {
    const { context } = await waiting.promise
    Object.assign(context, changed)
    takeLook(context)
    await show()
  },
})

async function show() {
  const at = await waiting.promise
  const w = wordsFor(document.documentElement.lang)
  main.replaceChildren(...shown(at, w))
  main.setAttribute('aria-busy', String(!result && !isCancelled))
}

function shown(at: Host, w: ReturnType<typeof wordsFor>): Node[] {
  if (!result) return [element('p', { class: 'soft', role: 'status' }, isCancelled ? w.cancelled : w.waiting)]
  if (result.isError || !result.structuredContent) return showProblem(result, w)
  const answer = fieldsOf(result.structuredContent)
  if (dataset.view === 'diff') return showDiff(answer, args, w)
  if (dataset.view === 'reading') return showReading(answer, args, w)
  grid ??= gridIn(answer, args)
  const rows = showGrid(grid, { w, host: at, onNext: (next) => void readOn(at, next) })
  return refused ? [...rows, ...showProblem(refused, w)] : rows
}

/** The focus stays where it was asked for: on the button, or on the table when there is no more. */
async function readOn({ callTool }: Host, { tool, args: asked }: NextPage) {
  if (!callTool || main.getAttribute('aria-busy') === 'true') return
  main.setAttribute('aria-busy', 'true')
  const scrolled = main.querySelector('.scroll')?.scrollTop ?? 0
  const answered = await callTool(tool, asked).catch(failed)
  refused = answered.isError ? answered : undefined
  if (grid && !answered.isError) grid = withPage(grid, gridIn(fieldsOf(answered.structuredContent), args))
  await show()
  const table = main.querySelector<HTMLElement>('.scroll')
  table?.scrollTo(0, scrolled)
  const button = main.querySelector<HTMLElement>('p > button') ?? table
  button?.focus({ preventScroll: true })
}

/** The host did not pass the call on. */
const failed = (error: unknown): ToolResult => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify({ detail: error instanceof Error ? error.message : '' }) }],
})

const connected = await host
takeLook(connected.context)
waiting.resolve(connected)
await show()
new ResizeObserver(() =>
  connected.sayHeight(Math.ceil(document.documentElement.getBoundingClientRect().height)),
).observe(document.documentElement)
