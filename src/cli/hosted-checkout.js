#!/usr/bin/env node
import './check-node.js'

// As merchants have it from the package of that name; only now, since an older Node could not even read it.
await import('#client/tools/main.ts')
