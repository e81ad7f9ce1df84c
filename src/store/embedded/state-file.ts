import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Who runs the server. Only a hint: whether they still live is asked of the process table. */
export interface State {
  ownerPid: number
  guardianPid: number
}

export function writeState(file: string, state: State): void {
  const draft = `${file}.${state.ownerPid}`
  writeFileSync(draft, `${JSON.stringify(state)}\n`, { mode: 0o600 })
  renameSync(draft, file)
}

/** Undefined when the file is absent or unreadable as such; both mean that nobody left word. */
export function readState(file: string): State | undefined {
  try {
    const { ownerPid, guardianPid } = JSON.parse(readFileSync(file, 'utf8')) as Partial<State>
    if (!Number.isInteger(ownerPid) || !Number.isInteger(guardianPid)) return undefined
    return { ownerPid, guardianPid } as State
  } catch {
    return undefined
  }
}
