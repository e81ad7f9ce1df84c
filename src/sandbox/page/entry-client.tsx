import '#page/web/styles/page.css'
import * as entry from '#page/web/come-alive.ts'

// A namespace that is read at run time: the bundler's helpers then stand in this chunk, and not in a third one.
const { comeAlive } = { ...entry }

void comeAlive(() => import('./start-page.tsx'))
