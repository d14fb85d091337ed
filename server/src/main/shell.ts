#!/usr/bin/env node
import { runFromShell } from '@bindery-data/cli/run-from-shell.ts'

/** Commands that run a service. All others speak to one, and needs nothing of this package but a moment to start. */
const OPERATING = ['serve', 'migrate', 'config', 'grant', 'password-link', 'jobs', 'check']

const FOREWORD = `bindery: spreadsheets in, governed tables out

Run a service

  bindery ${OPERATING.join(' | ')}
  (see \`bindery help serve\`)

Let an agent in

  bindery mcp   speaks the Model Context Protocol on standard input and output

`

const [command = 'help', about = ''] = process.argv.slice(2)
const isHelp = command === 'help' && OPERATING.includes(about)
if (isHelp) process.argv.splice(2)
if (isHelp || OPERATING.includes(command)) await import('./bindery.ts')
else if (command === 'mcp') await (await import('./forward-agents.ts')).forwardAgents(process)
else await runFromShell(process.argv.slice(2), FOREWORD)
