#!/usr/bin/env node
import { runFromShell } from './run-from-shell.ts'

await runFromShell(process.argv.slice(2))
