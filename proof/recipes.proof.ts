import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { jobHandlers } from '../server/src/main/job-handlers.ts'
import { runService } from '../server/test/start-service.ts'
import type { Proof, ProofOptions } from './proof.ts'
import { type Page, readPage } from './recipes/page.ts'
import { runPage } from './recipes/run-page.ts'

const DOCS = new URL('../docs/', import.meta.url)
const RECIPES = new URL('recipes/', DOCS)
const INSTALL_PYTHON = fileURLToPath(new URL('../scripts/python-sdk', import.meta.url))
/** As many as are promised. */
const RECIPE_COUNT = 12

export const proof: Proof = {
  promise: 'A reader who follows a recipe line by line gets what the page says',
  isQuick: false,
  minutes: 8,
  about: ['docs/recipes', 'docs/quickstart.md'],
  holds: ({ recipes, failed }) => Number(recipes) >= RECIPE_COUNT && failed === 0,
  measure: (options) => follow([...recipePages(), quickstart()], options),
  // One page promises something else than what comes.
  control: (options) =>
    follow(
      recipePages().map((page, n) => (n === 0 ? withWrongExpectation(page) : page)),
      options,
      1,
    ),
}

function recipePages(): Page[] {
  const names = readdirSync(RECIPES).filter((name) => name.endsWith('.md') && name !== 'README.md')
  return names.sort().map((name) => readPage(`recipes/${name}`, readFileSync(new URL(name, RECIPES), 'utf8')))
}

const quickstart = () => readPage('quickstart.md', readFileSync(new URL('quickstart.md', DOCS), 'utf8'))

/** Follows the pages, or the first few of them, each as a new user of one fresh service. */
async function follow(pages: Page[], { say }: ProofOptions, most = pages.length) {
  const python = execFileSync(INSTALL_PYTHON, { encoding: 'utf8' }).trim()
  const service = await runService({ workers: 1, jobHandlers })
  const failures: string[] = []
  try {
    for (const page of pages.slice(0, most)) {
      const failure = isChecked(page)
        ? await runPage(page, { url: service.urls[0] ?? '', python })
        : `${page.name}: it says of no block what it prints`
      say(failure ?? `${page.name}: ${page.blocks.length} blocks`)
      if (failure) failures.push(failure)
    }
  } finally {
    await service.close()
  }
  return {
    recipes: pages.filter(({ name }) => name.startsWith('recipes/')).length,
    blocks: pages.flatMap(({ blocks }) => blocks).length,
    failed: failures.length,
    failures: failures.map((failure) => failure.split('\n')[0]),
  }
}

const isChecked = ({ blocks }: Page) => blocks.some((block) => block.kind === 'run' && block.expected.length > 0)

const withWrongExpectation = (page: Page): Page => ({
  ...page,
  blocks: page.blocks.map((block) =>
    block.kind === 'run' && block.expected.length > 0
      ? { ...block, expected: [...block.expected, 'a line that is never printed'] }
      : block,
  ),
})
