#!/usr/bin/env node
// In old syntax on purpose: an older Node reads this much, and is told so in one line.
const parts = process.versions.node.split('.')
const major = Number(parts[0])
if (major < 20 || (major === 20 && Number(parts[1]) < 12)) {
  process.stderr.write(
    'hosted-checkout needs Node 20.12 or newer; this is ' + process.versions.node + '.\n',
  )
  process.exit(78)
}
require('./start.cjs')
