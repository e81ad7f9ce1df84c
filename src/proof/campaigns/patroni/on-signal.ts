import { execFileSync } from 'node:child_process'
import { signal } from './network.ts'

const INTERRUPTED = 130

/** On SIGINT or SIGTERM, kills all child processes, calls `leave`, and exits. Returns a function that removes the handlers. */
export function onSignal(leave: () => void): () => void {
  const end = () => {
    for (const pid of childrenOf(process.pid)) signal(pid, 'SIGKILL')
    leave()
    process.exit(INTERRUPTED)
  }
  process.once('SIGINT', end).once('SIGTERM', end)
  return () => void process.off('SIGINT', end).off('SIGTERM', end)
}

function childrenOf(parent: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (ppid === parent && pid !== undefined ? [pid] : []))
}
