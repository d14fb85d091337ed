/**
 * Draws the server's folders and who imports whom, from the imports themselves, into ARCHITECTURE.md.
 * `--check` only tells whether the drawing is up to date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type IModule } from 'dependency-cruiser'

const ROOT = join(import.meta.dirname, '..')
const PAGE = join(ROOT, 'ARCHITECTURE.md')
const START = '<!-- drawing:start -->'
const END = '<!-- drawing:end -->'

/** Folder by folder, whom it imports. */
type Graph = Map<string, Set<string>>

async function readModules(): Promise<IModule[]> {
  const options = {
    baseDir: ROOT,
    tsPreCompilationDeps: true,
    includeOnly: '^server/src/',
    exclude: String.raw`\.test\.ts$`,
  }
  const { output } = await cruise(['server/src'], options)
  if (typeof output === 'string') throw new Error('impossible: a cruise without an output type gives an object')
  return output.modules
}

/** `features/tables` for a feature, `http` for another folder; undefined for a file that lies in none. */
function folderOf(path: string): string | undefined {
  return /^server\/src\/(features\/[^/]+|[^/]+)\//.exec(path)?.[1]
}

function toGraph(modules: IModule[]): Graph {
  const graph: Graph = new Map()
  for (const { source, dependencies } of modules) {
    const from = folderOf(source)
    if (!from) continue
    const imports = graph.get(from) ?? new Set()
    graph.set(from, imports)
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved)
      if (to && to !== from) imports.add(to)
    }
  }
  return graph
}

/** Leaves out every arrow that a longer way already tells. */
function reduceTransitively(graph: Graph): Graph {
  const reduced: Graph = new Map([...graph].map(([from, imports]) => [from, new Set(imports)]))
  for (const from of [...graph.keys()].sort()) {
    for (const to of [...(graph.get(from) ?? [])].sort()) {
      reduced.get(from)?.delete(to)
      if (!canReach(reduced, from, to)) reduced.get(from)?.add(to)
    }
  }
  return reduced
}

function canReach(graph: Graph, from: string, to: string): boolean {
  const seen = new Set<string>()
  const open = [from]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (folder === to) return true
    if (seen.has(folder)) continue
    seen.add(folder)
    open.push(...(graph.get(folder) ?? []))
  }
  return false
}

function draw(graph: Graph): string {
  const folders = [...graph.keys()].sort()
  const features = folders.filter((folder) => folder.startsWith('features/'))
  const box = (folder: string) => `${folder.replace(/\W/g, '_')}["${folder.replace('features/', '')}"]`
  const arrows = folders.flatMap((from) =>
    [...(graph.get(from) ?? [])].sort().map((to) => `  ${from.replace(/\W/g, '_')} --> ${to.replace(/\W/g, '_')}`),
  )
  return [
    '```mermaid',
    'flowchart TD',
    ...folders.filter((folder) => !features.includes(folder)).map((folder) => `  ${box(folder)}`),
    '  subgraph features',
    ...features.map((folder) => `    ${box(folder)}`),
    '  end',
    ...arrows,
    '```',
  ].join('\n')
}

function replaceDrawing(page: string, drawing: string): string {
  const start = page.indexOf(START)
  const end = page.indexOf(END)
  if (start < 0 || end < start) throw new Error(`ARCHITECTURE.md needs a line ${START} and below it a line ${END}`)
  return `${page.slice(0, start + START.length)}\n\n${drawing}\n\n${page.slice(end)}`
}

const isCheck = process.argv.includes('--check')
const before = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : `# Architecture\n\n${START}\n${END}\n`
const after = replaceDrawing(before, draw(reduceTransitively(toGraph(await readModules()))))
if (!isCheck) {
  writeFileSync(PAGE, after)
} else if (!existsSync(PAGE) || before !== after) {
  console.error('The drawing in ARCHITECTURE.md is not up to date. Run: node tools/draw-architecture.ts')
  process.exitCode = 1
}
