#!/usr/bin/env node
import '../check-node.js'

// Only now: an older Node could not even read it.
await import('./main.ts')
