import './styles/page.css'
import * as entry from './come-alive.ts'

// The namespace is read at run time, so that the bundler puts its helpers into this chunk, and not into a third one.
const { comeAlive } = { ...entry }

void comeAlive(() => import('./start-page.tsx'))
