#!/usr/bin/env node
import { forwardFromShell } from './forward-from-shell.ts'

const { BINDERY_URL: url, BINDERY_TOKEN: token } = process.env

await forwardFromShell({ url, token })
