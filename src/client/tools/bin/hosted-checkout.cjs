#!/usr/bin/env node
// Old syntax on purpose: an older Node must be able to parse this, to print the message below.
const parts = process.versions.node.split('.')
const major = Number(parts[0])
if (major < 20 || (major === 20 && Number(parts[1]) < 12)) {
  process.stderr.write(
    'hosted-checkout needs Node 20.12 or newer; this is ' + process.versions.node + '.\n',
  )
  process.exit(78)
}
require('./start.cjs')
