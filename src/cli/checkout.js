#!/usr/bin/env node
import './check-node.js'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Commands begin in half the time. Not where Node keeps it by itself: anybody may write into the temporary folder.
module.enableCompileCache(
  fileURLToPath(new URL('../../node_modules/.cache/checkout', import.meta.url)),
)

// Only now: an older Node could not even read it.
await import('./main.ts')
