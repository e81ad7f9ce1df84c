import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// Preloaded into the server of `npm run dev`, which restarts it when one of these files changes.
registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith('file:') && !url.includes('/node_modules/'))
      process.send?.(fileURLToPath(url))
    return nextLoad(url, context)
  },
})
