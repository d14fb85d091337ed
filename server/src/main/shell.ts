#!/usr/bin/env node
import { runFromShell } from '@bindery-data/cli/run-from-shell.ts'

/** Commands that run a service. All others speak to one, and needs nothing of this package but a moment to start. */
const OPERATING = ['serve', 'migrate', 'config', 'grant', 'password-link', 'jobs', 'check']

const FOREWORD = `bindery: spreadsheets in, governed tables out

Run a service

  bindery ${OPERATING.join(' | ')}
  (see \`bindery help serve\`)

Let an agent in

  bindery mcp            speaks the Model Context Protocol on standard input and output, for the service of a login
  bindery mcp <folder>   the same for the spreadsheets of a folder, with a service of its own (see \`bindery help mcp\`)

`

const [command = 'help', about = ''] = process.argv.slice(2)
const isHelp = command === 'help' && OPERATING.includes(about)
if (isHelp) process.argv.splice(2)
if (command === 'help' && about === 'mcp') console.log((await import('./local/serve-folder.ts')).USAGE)
else if (isHelp || OPERATING.includes(command)) await import('./bindery.ts')
else if (command === 'mcp') await (await import('./forward-agents.ts')).forwardAgents(process, process.argv.slice(3))
else await runFromShell(process.argv.slice(2), FOREWORD)
