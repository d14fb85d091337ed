import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What a workflow must not do, because a stranger's code could then publish or sign in our name. */
const FOLDER = fileURLToPath(new URL('../.github/workflows/', import.meta.url))

/** Broken rules of one workflow, each with the job it is in. */
export function brokenRules(workflow: string): string[] {
  const { head, jobs } = partsOf(workflow)
  const broken = /:\s*write/.test(head)
    ? ['the workflow: gives every job a right to write; give it to the job that needs it']
    : []
  for (const [name, text] of jobs) {
    for (const action of unpinned(text))
      broken.push(`${name}: ${action} is not pinned by its commit, with the tag in a comment`)
    const isSigning = /id-token: *write/.test(text)
    for (const line of isSigning ? runsPackages(text) : [])
      broken.push(`${name}: may sign, and runs code of dependencies: ${line}`)
    if (/actions\/checkout@/.test(text) && !/persist-credentials: false/.test(text))
      broken.push(`${name}: leaves its credential in the checkout`)
  }
  return broken
}

/** Every workflow of this repository, by its file name. */
export const readWorkflows = () =>
  readdirSync(FOLDER).map((file) => [file, readFileSync(FOLDER + file, 'utf8')] as const)

function partsOf(workflow: string): { head: string; jobs: Map<string, string> } {
  const [head = '', rest = ''] = workflow.split(/^jobs:$/m)
  const jobs = new Map<string, string>()
  for (const part of rest.split(/^(?= {2}\w[\w-]*:)/m)) {
    const name = /^ {2}(\w[\w-]*):/.exec(part)?.[1]
    if (name) jobs.set(name, part)
  }
  return { head, jobs }
}

function unpinned(job: string): string[] {
  return [...job.matchAll(/uses: *(\S+)(.*)$/gm)]
    .filter(([, action = '']) => !action.startsWith('./'))
    .filter(([, action = '', comment = '']) => !/@[0-9a-f]{40}$/.test(action) || !/^ # v\d+\.\d+\.\d+$/.test(comment))
    .map(([, action = '']) => action)
}

const INSTALLS =
  /\b(?:npm (?:ci|install|i|exec|run|test)|npx|pnpm|yarn|pip3? install|uvx?|scripts\/|\.ci\/run|node_modules)\b/

/** Installing runs scripts of packages, and building runs the packages. Publishing runs scripts of ours. */
function runsPackages(job: string): string[] {
  return [...job.matchAll(/run: *(.+)$/gm)]
    .map(([, line = '']) => line)
    .filter((line) => INSTALLS.test(line) || (/npm publish/.test(line) && !line.includes('--ignore-scripts')))
}
